/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * context - run a function once in the context that is asked for: this task, a softirq that is
 * being served, a hard interrupt. The last two on this CPU, by its hooks (test/aid.h), which must
 * be free.
 */
#ifndef TEST_CONTEXT_H
#define TEST_CONTEXT_H

#include <lib/types.h>

enum context {
	CONTEXT_TASK,
	CONTEXT_SOFTIRQ,
	CONTEXT_HARDIRQ,
	NR_CONTEXTS,
};

extern const char *const context_names[NR_CONTEXTS];

/* Returns behind @fn(@arg). Context: threads, interrupts and preemption on. */
void context_run(enum context context, void (*fn)(void *arg), void *arg);

#endif
