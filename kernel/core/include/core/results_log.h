/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results_log - what the console says, kept where a warm reset leaves it, for the loader to find
 * (lib/results.h).
 *
 * A loader that can write the results somewhere sets memory aside and starts a log in it; then
 * every line of the console is appended, the early ones too, and brought out of the caches before
 * the console goes on. Without such memory all of this does nothing and costs nothing.
 *
 * Context: console_write() appends, and so decides who may; the rest is for the boot CPU, or for
 * the CPU that panics.
 */
#ifndef CORE_RESULTS_LOG_H
#define CORE_RESULTS_LOG_H

#include <lib/results.h>
#include <lib/types.h>

/*
 * Boot CPU, once all memory is mapped: go on with the log that the loader started, or forget it if
 * the command line says `results=none`. -EINVAL after a line that names the valid values. Memory
 * that cannot be used is said and done without.
 */
int results_log_init(void);

/* Did the loader give memory, and is it in use? Decides whether a reset makes sense. */
bool results_log_is_kept(void);

/* The started log at @phys takes what is printed from here on. False: there is none. */
bool results_log_open(u64 phys, u64 bytes);

/* Nothing is appended any more; what is there stays. Tests only. */
void results_log_close(void);

/* The end of it: how the boot ended, and what to show for it. Later lines are not kept. */
void results_log_seal(enum results_state state, const char *summary);

#endif
