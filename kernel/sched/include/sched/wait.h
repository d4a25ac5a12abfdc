/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * wait - threads that wait for a condition, and completions.
 *
 * Whoever makes a condition true wakes the queue afterwards; whoever waits is on the queue before
 * it looks. Both pass through the queue's lock, so one of the two sees the other: the waiter the
 * condition, or the waker the waiter. No wake-up is lost, and more barriers are not needed.
 */
#ifndef SCHED_WAIT_H
#define SCHED_WAIT_H

#include <core/spinlock.h>
#include <lib/list.h>
#include <sched/thread.h>

struct wait_queue {
	struct spinlock lock; /* the list, and all of each waiter on it */
	struct list_node waiters;
};

#define WAIT_QUEUE_INIT(name)                                   \
	{                                                       \
		.waiters = { &(name).waiters, &(name).waiters } \
	}

struct waiter {
	struct list_node node;
	struct thread *thread;
	bool was_chosen; /* by wake_up_one(), since it last looked at its condition */
};

void wait_queue_init(struct wait_queue *queue);

/* Wake the one that waits longest, or all. Any context but NMI. */
void wake_up_one(struct wait_queue *queue);
void wake_up_all(struct wait_queue *queue);

/*
 * The open form, for threads that may sleep:
 *
 *	waiter_init(&w);
 *	for (;;) {
 *		wait_prepare(&queue, &w);
 *		if (condition)
 *			break;
 *		thread_wait();
 *	}
 *	wait_finish(&queue, &w);
 *
 * wait_finish() hands a wake_up_one() that came after the last look on to the next waiter.
 */
void waiter_init(struct waiter *w);
void wait_prepare(struct wait_queue *queue, struct waiter *w);
void wait_finish(struct wait_queue *queue, struct waiter *w);

/* Wait until @condition(@arg), which is called in this thread and may take what it finds. */
void wait_event(struct wait_queue *queue, bool (*condition)(void *arg), void *arg);

/* The same for about @ns at most; false: the time is over and the condition still does not hold. */
bool wait_event_timeout(struct wait_queue *queue, bool (*condition)(void *arg), void *arg, u64 ns);

/* An event that each complete() lets one waiter pass, complete_all() all for good. */
struct completion {
	u32 done; /* waiters that may pass; under queue.lock */
	struct wait_queue queue;
};

#define COMPLETION_INIT(name)                          \
	{                                              \
		.queue = WAIT_QUEUE_INIT((name).queue) \
	}

void completion_init(struct completion *c);

/*
 * Any context but NMI. When the waiter returns they touch @c no more, so it may lie on the waiter's
 * stack.
 */
void complete(struct completion *c);
void complete_all(struct completion *c);

/* Threads that may sleep. */
void wait_for_completion(struct completion *c);
/* False: not within about @ns. Then somebody may still complete it: it must go on to exist. */
bool wait_for_completion_timeout(struct completion *c, u64 ns);
/* Without waiting: true if it passed. Any context but NMI. */
bool completion_try(struct completion *c);

#endif
