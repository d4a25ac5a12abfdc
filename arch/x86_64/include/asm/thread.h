/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * thread - only the stack pointer is kept here; the other registers that a call preserves lie on
 * the thread's stack.
 *
 * Invariant: the preemption count is per CPU and the same (1) on both sides of every switch. Order:
 * the current thread is written by its own CPU with interrupts masked, and read with one
 * instruction, so by a preemptible reader, too.
 */
#ifndef ASM_THREAD_H
#define ASM_THREAD_H

#include <lib/types.h>
#include <arch/percpu.h>

struct arch_thread {
	unsigned long sp;
};

DECLARE_PER_CPU(struct thread *, x86_current_thread);

static __always_inline struct thread *current_thread(void)
{
	return this_cpu_read(x86_current_thread);
}

static __always_inline void arch_set_current_thread(struct thread *t)
{
	this_cpu_write(x86_current_thread, t);
}

#endif
