/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ipi - the interrupt controller: bring it to a silent, known state; interrupts between CPUs.
 *
 * Sending is a store: everything written before it is visible to the handler (the implementation
 * has the barrier).
 */
#ifndef ARCH_IPI_H
#define ARCH_IPI_H

#include <lib/types.h>

enum ipi_kind {
	IPI_RESCHEDULE, /* look at your run queue */
	IPI_CALL,	/* run what smp_call() left for you */
	IPI_STOP,	/* a panic elsewhere: stop for good */
	IPI_HOOK,	/* run this CPU's hook in hard interrupt context (tests, cases) */
	NR_IPIS,
};

/*
 * Boot CPU, once, after mapping_init(), before interrupts are first unmasked: find the controller,
 * mask every source that we did not ask for. 0, or -ENODEV with *why set: then there are no
 * interrupts, and the boot stays on one CPU with them masked. *name is the controller for records
 * ("x2apic", "xapic", "gicv3", "gicv2").
 */
int arch_irq_init(const char **name, const char **why);

/*
 * Each CPU, the boot CPU too, after arch_irq_init(); interrupts masked. 0, or -ENODEV with *why
 * set, a constant string: this CPU cannot take part.
 */
int arch_irq_cpu_init(u32 slot, const char **why);

/* Any context. @cpu is an online slot. */
void arch_ipi_send(u32 cpu, enum ipi_kind kind);

/*
 * Raise on this CPU. If interrupts are on, it is taken before the next few instructions are
 * through; else once they are.
 */
void arch_ipi_self(enum ipi_kind kind);

#endif
