// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu - readers that were preempted.
 *
 * The mark is set by the scheduler, interrupts off, when it switches away from a reader, and
 * cleared here by the reader itself, so there is no lock. A grace period that waits for such
 * readers comes with its first user.
 */
#include <sched/rcu.h>

#include <arch/irqflags.h>

void rcu_read_unlock_special(void)
{
	unsigned long flags;

	local_irq_save(flags);
	current_thread()->rcu_was_preempted = false;
	local_irq_restore(flags);
}
