/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rcu - the simulated machine, in place of sched/rcu.h: with one thread a grace period is over at
 * once.
 */
#ifndef SCHED_RCU_H
#define SCHED_RCU_H

#include <lib/types.h>

struct rcu_head {
	struct rcu_head *next;
	void (*fn)(struct rcu_head *head);
};

static __always_inline void rcu_read_lock(void)
{
}

static __always_inline void rcu_read_unlock(void)
{
}

static inline void call_rcu(struct rcu_head *head, void (*fn)(struct rcu_head *head))
{
	fn(head);
}

static inline void rcu_barrier(void)
{
}

#endif
