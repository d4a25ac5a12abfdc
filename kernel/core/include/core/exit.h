/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exit - the end of a boot, by the way that the command line names: `exit=`, for emulators, wins
 * over `end=`; with neither, a reset if that brings results to a loader, else a halt.
 *
 * An emulator is told a code, which its runner turns into an exit status; the log must say the
 * same, so `bye` and the code come from one value, and so does the seal of the log in memory.
 */
#ifndef CORE_EXIT_H
#define CORE_EXIT_H

#include <arch/cpu.h>
#include <lib/types.h>

/* What the emulator's exit device is given. */
enum exit_code {
	EXIT_CODE_FINISHED = 0,
	EXIT_CODE_FAILED = 1,
	EXIT_CODE_CRASHED = 2,
};

/* Read `exit=` and `end=`. -EINVAL after a line with the valid values. */
int exit_init(void);

/* How the boot will end, as far as is known. */
enum exit_method exit_method_now(void);

/* Any context. Before exit_init() it halts. */
void exit_machine(enum exit_code code) __noreturn;

#endif
