// SPDX-License-Identifier: GPL-2.0-only
/*
 * irq_save - Question: what does a section cost that keeps interrupts out?
 * One operation: local_irq_save(), local_irq_restore(), nothing between them.
 * Expected: x86_64: pushf, pop, cli; test, jump, and sti only if interrupts were on. arm64: the
 * mask is read, written only if it was open, and written back always. So the state at entry
 * decides: with interrupts off, as in the published loop, x86_64 never executes sti.
 * Not measured: an interrupt that was waiting and is taken at the end.
 * Would mislead if interrupts were pending: the run is refused if one is taken.
 */
#include <bench/case.h>

#include <arch/irqflags.h>

static __always_inline unsigned long irq_save_begin(void)
{
	unsigned long flags;

	local_irq_save(flags);
	return flags;
}

static __always_inline void irq_save_end(unsigned long flags)
{
	local_irq_restore(flags);
}

HOT_LOOPS(irq_save, irq_save_end(irq_save_begin()))
HOT_CASE(irq_save, .flags = CASE_MASKS_IRQS | CASE_NESTS, .begin = irq_save_begin,
	 .end = irq_save_end)
