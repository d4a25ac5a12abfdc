/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * thread - the architecture's half of a thread: its stack pointer, its first frame, the switch.
 *
 * struct arch_thread is embedded as the FIRST member of struct thread (core code checks it), so
 * that assembly finds it at offset 0. Owed by <asm/thread.h>: the struct, and inline
 *
 *   struct thread *current_thread(void)
 *   void arch_set_current_thread(struct thread *)	on this CPU; interrupts off
 */
#ifndef ARCH_THREAD_H
#define ARCH_THREAD_H

#include <lib/types.h>

struct thread;

#include <asm/thread.h>

/*
 * First frame: when switched to, @entry runs on the stack below @stack_top, interrupts masked,
 * preemption depth 1.
 */
void arch_thread_init(struct arch_thread *t, unsigned long stack_top, void (*entry)(void));

/*
 * A context that runs already becomes a thread: interrupts masked, depth 1, as PREEMPT_INIT says.
 */
void arch_thread_adopt(struct arch_thread *t);

/*
 * Save this thread's registers in @prev, continue in @next. Interrupts masked, preemption depth
 * exactly 1 on both sides (so the x86_64 per-CPU count need not be switched). Returns when somebody
 * switches back.
 */
void arch_thread_switch(struct arch_thread *prev, struct arch_thread *next);

#endif
