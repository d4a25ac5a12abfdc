/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * section - the guards of the stocks: interrupts masked, or preemption off. The primitives are the
 * tree's own for this model; a counting build counts them, too.
 *
 * Nested means inside another section of the stock, whatever the interrupt state was before: the
 * same operation counts the same in a task and in an interrupt.
 */
#ifndef MEMCG_SECTION_H
#define MEMCG_SECTION_H

#include <arch/irqflags.h>
#include <core/preempt.h>
#include <memcg/count.h>

static __always_inline void section_count_irq(void)
{
	if (!COUNTING)
		return;
	count_event(this_cpu_read(memcg_irq_depth) ? COUNT_IRQSAVE_NESTED : COUNT_IRQSAVE);
	this_cpu_add(memcg_irq_depth, 1);
}

static __always_inline unsigned long section_irq_enter(void)
{
	unsigned long flags;

	local_irq_save(flags);
	section_count_irq();
	return flags;
}

/* As local_irq_save(): @flags is an lvalue. */
#define section_irq_save(flags) ((flags) = section_irq_enter())

static __always_inline void section_irq_restore(unsigned long flags)
{
	if (COUNTING)
		this_cpu_add(memcg_irq_depth, -1);
	local_irq_restore(flags);
}

static __always_inline void section_preempt_disable(void)
{
	preempt_disable();
	count_event(COUNT_PREEMPT);
}

static __always_inline void section_preempt_enable(void)
{
	preempt_enable();
}

#endif
