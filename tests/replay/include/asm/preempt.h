/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * preempt - the simulated machine: one word; nobody ever asks for a reschedule.
 */
#ifndef ASM_PREEMPT_H
#define ASM_PREEMPT_H

#include <lib/types.h>

extern u32 host_preempt_count;

static __always_inline u32 preempt_count(void)
{
	return host_preempt_count;
}

static __always_inline void arch_preempt_count_add(u32 n)
{
	host_preempt_count += n;
}

static __always_inline void arch_preempt_count_sub(u32 n)
{
	host_preempt_count -= n;
}

static __always_inline bool arch_preempt_count_dec_and_test(void)
{
	host_preempt_count--;
	return false;
}

static __always_inline bool arch_preempt_should_resched(void)
{
	return false;
}

static __always_inline void arch_preempt_call_schedule(void)
{
}

#endif
