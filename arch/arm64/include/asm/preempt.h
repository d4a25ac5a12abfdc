/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * preempt - the count and the need-resched flag are two halves of one 64-bit word in the thread, as
 * in Linux.
 *
 * Plain loads and stores suffice: only this thread and interrupts on its CPU write them, and an
 * interrupt leaves the count as it found it. It may set the flag between the load and the store of
 * dec_and_test, whose store leaves that half alone; the second look there catches it.
 */
#ifndef ASM_PREEMPT_H
#define ASM_PREEMPT_H

#include <lib/types.h>
#include <arch/thread.h>

void preempt_schedule(void);

static __always_inline struct arch_thread *arm64_current(void)
{
	return (struct arch_thread *)current_thread();
}

static __always_inline u32 preempt_count(void)
{
	return READ_ONCE(arm64_current()->preempt.count);
}

static __always_inline void arch_preempt_count_add(u32 n)
{
	struct arch_thread *t = arm64_current();

	WRITE_ONCE(t->preempt.count, READ_ONCE(t->preempt.count) + n);
}

static __always_inline void arch_preempt_count_sub(u32 n)
{
	struct arch_thread *t = arm64_current();

	WRITE_ONCE(t->preempt.count, READ_ONCE(t->preempt.count) - n);
}

static __always_inline bool arch_preempt_count_dec_and_test(void)
{
	struct arch_thread *t = arm64_current();
	u64 both = READ_ONCE(t->preempt_both) - 1;

	WRITE_ONCE(t->preempt.count, (u32)both);
	return !both || !READ_ONCE(t->preempt_both);
}

static __always_inline bool arch_preempt_should_resched(void)
{
	return !READ_ONCE(arm64_current()->preempt_both);
}

static __always_inline void set_need_resched(void)
{
	WRITE_ONCE(arm64_current()->preempt.no_resched, 0);
}

static __always_inline void clear_need_resched(void)
{
	WRITE_ONCE(arm64_current()->preempt.no_resched, 1);
}

static __always_inline bool need_resched(void)
{
	return !READ_ONCE(arm64_current()->preempt.no_resched);
}

/* An ordinary call: arm64 has registers enough that Linux does not wrap it either. */
static __always_inline void arch_preempt_call_schedule(void)
{
	preempt_schedule();
}

#endif
