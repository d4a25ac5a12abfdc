/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * workqueue - the simulated machine, in place of sched/workqueue.h: work runs at once, as a task of
 * its CPU.
 */
#ifndef SCHED_WORKQUEUE_H
#define SCHED_WORKQUEUE_H

#include <lib/types.h>

struct work {
	void (*fn)(struct work *work);
};

static inline void work_init(struct work *work, void (*fn)(struct work *work))
{
	work->fn = fn;
}

bool queue_work_on(u32 cpu, struct work *work);

static inline void flush_work(struct work *work)
{
	(void)work;
}

#endif
