/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * up - where control passes from an architecture to the rest of the kernel: entries, interrupts,
 * faults.
 *
 * Besides these an architecture calls preempt_schedule() (arch/preempt.h), where preempt_enable()
 * does, asks for data through services.h, and uses lib. Everything else flows the other way: the
 * kernel calls the architecture through the headers in this folder.
 */
#ifndef ARCH_UP_H
#define ARCH_UP_H

#include <lib/types.h>

struct trap_frame;
struct fault;

/* What kind of interrupt irq_dispatch() is called for. */
enum irq_source {
	IRQ_TIMER,	/* this CPU's one-shot timer */
	IRQ_UNEXPECTED, /* a vector that nobody asked for; counted and reported */
};

/*
 * The boot CPU, once: long mode or EL1/EL2, own stack, high addresses, boot tables that map the
 * image and the first pages, interrupts masked, boot_info filled, per-CPU base of CPU 0 and
 * preemption depth 1; a current thread only where that depth is a thread's. Does not return.
 */
void kmain(void) __noreturn;

/*
 * A CPU that arch_cpu_start() started, on its own stack with its per-CPU base set, interrupts
 * masked.
 */
void secondary_main(u32 slot) __noreturn;

/*
 * An interrupt arrived. Called with interrupts masked, on the interrupted thread's stack. The
 * architecture has already acknowledged it at the controller (and silenced the one-shot timer), so
 * another one can come as soon as somebody unmasks: softirqs run with interrupts on before this
 * returns. Afterwards, as the last thing before it returns from the interrupt, the architecture
 * calls preempt_schedule_irq() if the interrupted context had interrupts on.
 */
void irq_dispatch(enum irq_source source);

/* The same for an interrupt between CPUs; @kind is what arch_ipi_send() was given. */
void ipi_dispatch(u32 kind);

/*
 * A synchronous fault in the kernel that the architecture has no repair for. Interrupts masked. It
 * is a panic: does not return.
 */
void fault_dispatch(struct trap_frame *tf, const struct fault *fault) __noreturn;

/*
 * On the way out of an interrupt that hit a context with interrupts on. Interrupts masked, before
 * and after. Switches to another thread if the active model preempts, the count is zero and a
 * reschedule is wanted.
 */
void preempt_schedule_irq(void);

#endif
