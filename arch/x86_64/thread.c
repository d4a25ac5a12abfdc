// SPDX-License-Identifier: GPL-2.0-only
/*
 * thread - a new thread's stack looks as if arch_thread_switch() had left it; per-CPU base and
 * preemption count at start.
 */
#include <arch/percpu.h>
#include <arch/preempt.h>
#include <arch/thread.h>

#include "x86.h"

DEFINE_PER_CPU(struct thread *, x86_current_thread);
DEFINE_PER_CPU(u32, x86_preempt_word);
__section(".percpu") unsigned long x86_percpu_offset;

extern void x86_thread_first(void);

void arch_thread_init(struct arch_thread *t, unsigned long stack_top, void (*entry)(void))
{
	u64 *sp = (u64 *)(stack_top & ~15ul);

	/* Stands for @entry's return address: 8 below a multiple of 16, as after a call. */
	*--sp = 0;
	*--sp = (u64)x86_thread_first;
	*--sp = (u64)entry; /* rbx */
	*--sp = 0;	    /* rbp */
	for (u32 i = 0; i < 4; i++)
		*--sp = 0; /* r12 to r15 */
	t->sp = (unsigned long)sp;
}

/* The count is the CPU's and set with the per-CPU base. */
void arch_thread_adopt(struct arch_thread *t)
{
	t->sp = 0;
}

void arch_percpu_set_base(unsigned long offset)
{
	x86_wrmsr(MSR_GS_BASE, offset);
	this_cpu_write(x86_percpu_offset, offset);
	this_cpu_write(x86_preempt_word, X86_NO_RESCHED | PREEMPT_INIT);
}
