/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * level - call a function on this CPU in a task, while a softirq is served, or in a hard
 * interrupt.
 */
#ifndef BENCH_LEVEL_H
#define BENCH_LEVEL_H

#include <bench/case.h>

extern const char *const level_names[NR_LEVELS];

/*
 * Run @fn(@arg) there and wait for it. True: it has run. False: an interrupt cannot be made here.
 * Context: threads, interrupts on, preemption on.
 */
bool level_run(enum level level, void (*fn)(void *arg), void *arg);

/* The preemption count that a function finds there, apart from any section of its own. */
u32 level_preempt_count(enum level level);

#endif
