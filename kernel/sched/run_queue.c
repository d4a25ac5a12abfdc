// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_queue - lists, and a word with a bit for each that is not empty.
 *
 * Invariant: bit p of `ready` is set exactly if list p has a thread. The highest priority is one
 * count of leading zeros away, so a pick costs the same whatever waits. The caller holds the lock.
 */
#include "run_queue.h"

#include <core/panic.h>

void run_queue_init(struct run_queue *rq, struct thread *running)
{
	for (u32 p = 0; p < NR_PRIOS; p++)
		list_init(&rq->lists[p]);
	rq->running = running;
}

void run_queue_put(struct run_queue *rq, struct thread *t, bool first)
{
	struct list_node *list = &rq->lists[t->prio];

	list_add_before(&t->node, first ? list->next : list);
	rq->ready |= 1u << t->prio;
}

static struct thread *run_queue_take(struct run_queue *rq, u32 prio)
{
	struct list_node *list = &rq->lists[prio];
	struct thread *t = container_of(list->next, struct thread, node);

	list_remove(&t->node);
	if (list_empty(list))
		rq->ready &= ~(1u << prio);
	return t;
}

/*
 * Among equals the one that ran goes last; one that gives way to a higher priority goes on first.
 */
struct thread *run_queue_pick(struct run_queue *rq, struct thread *prev)
{
	u32 best = rq->ready ? 31 - (u32)__builtin_clz(rq->ready) : 0;
	bool goes_on = prev->state == THREAD_RUNNABLE;

	if (goes_on && (!rq->ready || prev->prio > best))
		return prev;
	BUG_ON(!rq->ready);
	if (goes_on)
		run_queue_put(rq, prev, best > prev->prio);
	return run_queue_take(rq, best);
}
