/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * workqueue - functions that run later in a thread of a chosen CPU. One worker a CPU, which runs
 * one item after the other in the order in which they were queued there.
 *
 * An item is pending at most once: from queue_work_on() until just before its function begins, so
 * the function may queue its own item again. Queued on another CPU meanwhile, it may run there at
 * the same time.
 */
#ifndef SCHED_WORKQUEUE_H
#define SCHED_WORKQUEUE_H

#include <lib/list.h>
#include <lib/types.h>

struct work {
	struct list_node node; /* under the lock of the worker that `listed` names */
	void (*fn)(struct work *work);
	u32 pending; /* 0 or 1; who turns it to 1 queues the item */
	u32 cpu;     /* where it was queued last */
	u32 listed;  /* CPU + 1 while on that CPU's list; written under that worker's lock */
};

#define WORK_INIT(name, function)                                        \
	{                                                                \
		.node = { &(name).node, &(name).node }, .fn = (function) \
	}

void work_init(struct work *work, void (*fn)(struct work *work));

/*
 * Start a worker on each online CPU; harmless if there are workers. 0 or -ENOMEM, then there are
 * none. workqueue_exit(): run what is queued, end the workers. Context: threads, one at a time.
 */
int workqueue_init(void);
void workqueue_exit(void);

/*
 * Run @work->fn(@work) in the worker of @cpu. False: it was pending already, and what the caller
 * has written before is seen by that run. Any context but NMI. @work may be reused or freed by its
 * own function.
 */
bool queue_work_on(u32 cpu, struct work *work);

/*
 * Wait until what was last queued of @work has run: the run that is pending, else the one that is
 * going on. False: there was neither. Context: threads that may sleep, not the CPU's own worker.
 */
bool flush_work(struct work *work);

#endif
