// SPDX-License-Identifier: GPL-2.0-only
/*
 * irq_toggle - Question: what does the pair cost that does not remember the state?
 * One operation: local_irq_disable(), local_irq_enable().
 * Expected: one instruction each: cli and sti, or a write of the mask each way.
 * Not measured: the same with interrupts off at entry, or nested: the pair would leave them on.
 * Would mislead if compared with irq_save in a state other than interrupts on.
 */
#include <bench/case.h>

#include <arch/irqflags.h>

static __always_inline void irq_toggle(void)
{
	local_irq_disable();
	local_irq_enable();
}

HOT_LOOPS(irq_toggle, irq_toggle())
HOT_CASE(irq_toggle, .flags = CASE_UNMASKS)
