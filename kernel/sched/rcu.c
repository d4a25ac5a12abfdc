// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu - readers that were preempted.
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
