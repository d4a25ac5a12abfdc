// SPDX-License-Identifier: GPL-2.0-only
/*
 * thread - the first frame of a thread.
 *
 * Invariant: what is written here is what switch.S loads; the word of a new thread says depth 1, no
 * reschedule wanted. Order: written before anybody can switch to the thread. Left out: the stack's
 * own contents: a new thread needs none.
 */
#include <arch/preempt.h>
#include <arch/thread.h>

static_assert(offsetof(struct arch_thread, preempt.count) == 0, "the low half of preempt_both");

/* Places in saved[], as switch.S has them. */
#define SAVED_X19 0
#define SAVED_X29 10
#define SAVED_X30 11
#define SAVED_SP  12

extern char arm64_thread_begin[];

void arch_thread_adopt(struct arch_thread *t)
{
	t->preempt.count = PREEMPT_INIT;
	t->preempt.no_resched = 1;
}

void arch_thread_init(struct arch_thread *t, unsigned long stack_top, void (*entry)(void))
{
	arch_thread_adopt(t);
	t->saved[SAVED_X19] = (u64)entry;
	t->saved[SAVED_X29] = 0; /* where a stack walk ends */
	t->saved[SAVED_X30] = (u64)arm64_thread_begin;
	t->saved[SAVED_SP] = stack_top;
}
