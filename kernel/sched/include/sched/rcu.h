/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rcu - read sections. Without preemption a section is delimited by the next switch, so it is a
 * compiler barrier; with it the thread counts its nesting, and one that was preempted inside says
 * so to the grace period when it leaves.
 *
 * Grace periods themselves come with their first user.
 */
#ifndef SCHED_RCU_H
#define SCHED_RCU_H

#include <arch/thread.h>
#include <core/preempt.h>
#include <sched/thread.h>

/* The end of a section during which the thread was switched away from. */
void rcu_read_unlock_special(void);

static __always_inline void rcu_read_lock(void)
{
	if (MODEL_HAS_COUNT)
		current_thread()->rcu_nesting++;
	else
		preempt_disable();
	barrier();
}

static __always_inline void rcu_read_unlock(void)
{
	struct thread *t;

	barrier();
	if (!MODEL_HAS_COUNT) {
		preempt_enable();
		return;
	}
	t = current_thread();
	if (--t->rcu_nesting == 0 && unlikely(READ_ONCE(t->rcu_was_preempted)))
		rcu_read_unlock_special();
}

#endif
