/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * preempt - the count is a per-CPU word with need-resched folded in, inverted, as bit 31. So `decl`
 * sets the zero flag exactly when the depth is 0 and a reschedule is wanted, and preempt_enable()
 * is one instruction and one jump.
 *
 * Written by its own CPU only; a remote wake-up sends IPI_RESCHEDULE, whose handler clears the bit
 * there.
 */
#ifndef ASM_PREEMPT_H
#define ASM_PREEMPT_H

#include <lib/types.h>
#include <arch/percpu.h>

#define X86_NO_RESCHED 0x80000000u

DECLARE_PER_CPU(u32, x86_preempt_word);

static __always_inline u32 preempt_count(void)
{
	return this_cpu_read(x86_preempt_word) & ~X86_NO_RESCHED;
}

static __always_inline void arch_preempt_count_add(u32 n)
{
	if (__builtin_constant_p(n) && n == 1)
		__asm__ __volatile__("incl %%gs:%0" : "+m"(x86_preempt_word) : : "cc");
	else
		__asm__ __volatile__("addl %1, %%gs:%0" : "+m"(x86_preempt_word) : "ri"(n) : "cc");
}

static __always_inline void arch_preempt_count_sub(u32 n)
{
	if (__builtin_constant_p(n) && n == 1)
		__asm__ __volatile__("decl %%gs:%0" : "+m"(x86_preempt_word) : : "cc");
	else
		__asm__ __volatile__("subl %1, %%gs:%0" : "+m"(x86_preempt_word) : "ri"(n) : "cc");
}

static __always_inline bool arch_preempt_count_dec_and_test(void)
{
	bool zero;

	__asm__ __volatile__("decl %%gs:%0" : "+m"(x86_preempt_word), "=@ccz"(zero));
	return zero;
}

static __always_inline bool arch_preempt_should_resched(void)
{
	return this_cpu_read(x86_preempt_word) == 0;
}

static __always_inline void set_need_resched(void)
{
	__asm__ __volatile__("andl %1, %%gs:%0"
			     : "+m"(x86_preempt_word)
			     : "i"(~X86_NO_RESCHED)
			     : "cc");
}

static __always_inline void clear_need_resched(void)
{
	__asm__ __volatile__("orl %1, %%gs:%0"
			     : "+m"(x86_preempt_word)
			     : "i"(X86_NO_RESCHED)
			     : "cc");
}

static __always_inline bool need_resched(void)
{
	return !(this_cpu_read(x86_preempt_word) & X86_NO_RESCHED);
}

/*
 * The thunk keeps every register, so that the call costs its surroundings nothing when it is not
 * taken.
 */
static __always_inline void arch_preempt_call_schedule(void)
{
	__asm__ __volatile__("call x86_preempt_schedule_thunk" : : : "memory", "cc");
}

#endif
