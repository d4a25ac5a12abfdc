// SPDX-License-Identifier: GPL-2.0-only
/*
 * spinlock_irqsave - Question: what does the lock cost that interrupts may take, too?
 * One operation: spin_lock_irqsave(), spin_unlock_irqrestore() of a lock that nobody else knows.
 * Expected: the spinlock row plus the irq_save row of the same state.
 * Not measured: contention.
 * Would mislead nested: the outer lock has masked interrupts, so that is the state off.
 */
#include <bench/case.h>

#include "lonely_lock.h"

static struct lonely_lock inner, outer;

static __always_inline void spinlock_irqsave_pair(void)
{
	unsigned long flags;

	spin_lock_irqsave(&inner.lock, flags);
	spin_unlock_irqrestore(&inner.lock, flags);
}

static unsigned long spinlock_irqsave_begin(void)
{
	unsigned long flags;

	spin_lock_irqsave(&outer.lock, flags);
	return flags;
}

static void spinlock_irqsave_end(unsigned long flags)
{
	spin_unlock_irqrestore(&outer.lock, flags);
}

HOT_LOOPS(spinlock_irqsave, spinlock_irqsave_pair())
HOT_CASE(spinlock_irqsave, .flags = CASE_MASKS_IRQS | CASE_NESTS, .begin = spinlock_irqsave_begin,
	 .end = spinlock_irqsave_end, .nested_count = MODEL_HAS_COUNT ? PREEMPT_OFFSET : 0)
