/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * irq - the way into and out of an interrupt, and what was counted on the way.
 *
 * The architecture acknowledges and calls irq_dispatch() or ipi_dispatch() (arch/up.h) with
 * interrupts masked. In between the level is in the preemption count, so in_hardirq() is true and
 * nothing switches; softirqs run on the way out of the outermost one. Every interrupt is counted,
 * since a sample that one fell into is not a sample. No shared lines, no chips, no threads: the
 * only sources are the timer and other CPUs.
 */
#ifndef CORE_IRQ_H
#define CORE_IRQ_H

#include <arch/percpu.h>
#include <lib/types.h>

/* Boot CPU: find the interrupt controller, mask everything, set up this CPU's part. */
void irq_init(void);

/* Why there are no interrupts on this machine; NULL: there are. And the controller's name. */
const char *irq_refusal(void);
const char *irq_controller(void);

/* Taken on this CPU since boot, of every kind. Written by its own CPU only. */
DECLARE_PER_CPU(u64, irqs_taken);
/* Of these, the ones that nobody asked for. */
DECLARE_PER_CPU(u64, irqs_unexpected);

/*
 * Run @hook in hard interrupt context on this CPU at every IPI_HOOK, until NULL is set. For
 * hard-interrupt cases and tests. Context: interrupts off or preemption off.
 */
void irq_set_hook(void (*hook)(void *arg), void *arg);

#endif
