/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * thread - callee-saved registers and the preemption word. SP_EL0 holds the running thread's
 * address: the kernel runs on SP_EL1 (or SP_EL2), so that register is free, and it can be read at
 * EL1 and EL2 alike.
 */
#ifndef ASM_THREAD_H
#define ASM_THREAD_H

#include <lib/types.h>

struct arm64_preempt_word {
	u32 count;
	u32 no_resched; /* 1: no reschedule wanted; so the 64 bits are 0 for "depth 0 and wanted" */
};

/* Written by the thread itself and by interrupts on its CPU. */
struct arch_thread {
	union {
		u64 preempt_both;
		struct arm64_preempt_word preempt;
	};
	u64 saved[13]; /* x19 to x30, sp; valid while switched out */
};

static __always_inline struct thread *current_thread(void)
{
	struct thread *t;

	/*
	 * Volatile, though a thread sees the same value always: gcc would keep it through some of a
	 * straight line of sections and read it again in others, and no two copies of a measured
	 * section would be alike.
	 */
	__asm__ __volatile__("mrs %0, sp_el0" : "=r"(t));
	return t;
}

static __always_inline void arch_set_current_thread(struct thread *t)
{
	__asm__ __volatile__("msr sp_el0, %0" : : "r"(t) : "memory");
}

#endif
