/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * context - call a function on this CPU in a task, while a softirq is served, or in a hard
 * interrupt.
 */
#ifndef BENCH_CONTEXT_H
#define BENCH_CONTEXT_H

#include <bench/case.h>

extern const char *const context_names[NR_CONTEXTS];

/*
 * Run @fn(@arg) there and wait for it. True: it has run. False: an interrupt cannot be made here.
 * Context: threads, interrupts on, preemption on.
 */
bool context_run(enum case_context context, void (*fn)(void *arg), void *arg);

/* The preemption count that a function finds there, apart from any section of its own. */
u32 context_preempt_count(enum case_context context);

#endif
