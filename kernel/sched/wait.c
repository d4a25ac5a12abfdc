// SPDX-License-Identifier: GPL-2.0-only
/*
 * wait - queues of waiting threads.
 *
 * A waker touches the waiter, and wakes its thread, with the queue's lock held; wait_finish() takes
 * the lock as well, so a waiter on a stack outlives every waker that has seen it. Lock order: a
 * queue's lock, then a run queue's.
 *
 * thread_wake() leaves a token if the thread does not wait yet, so what happens between the look at
 * the condition and thread_wait() makes that return at once.
 */
#include <sched/wait.h>

#include <core/clock.h>
#include <core/timer.h>
#include <sched/sched.h>

#define DONE_FOR_GOOD UINT32_MAX

void wait_queue_init(struct wait_queue *queue)
{
	*queue = (struct wait_queue)WAIT_QUEUE_INIT(*queue);
}

/* The lock is held. False: nobody waits. */
static bool wake_first(struct wait_queue *queue, bool chosen)
{
	struct waiter *w;

	if (list_empty(&queue->waiters))
		return false;
	w = container_of(queue->waiters.next, struct waiter, node);
	list_remove(&w->node);
	w->was_chosen = chosen;
	thread_wake(w->thread);
	return true;
}

void wake_up_one(struct wait_queue *queue)
{
	unsigned long flags;

	spin_lock_irqsave(&queue->lock, flags);
	wake_first(queue, true);
	spin_unlock_irqrestore(&queue->lock, flags);
}

void wake_up_all(struct wait_queue *queue)
{
	unsigned long flags;

	spin_lock_irqsave(&queue->lock, flags);
	while (wake_first(queue, false))
		;
	spin_unlock_irqrestore(&queue->lock, flags);
}

void waiter_init(struct waiter *w)
{
	list_init(&w->node);
	w->thread = current_thread();
	w->was_chosen = false;
}

/* One that is still on the list keeps its place. */
void wait_prepare(struct wait_queue *queue, struct waiter *w)
{
	unsigned long flags;

	spin_lock_irqsave(&queue->lock, flags);
	w->was_chosen = false;
	if (list_empty(&w->node))
		list_add_before(&w->node, &queue->waiters);
	spin_unlock_irqrestore(&queue->lock, flags);
}

void wait_finish(struct wait_queue *queue, struct waiter *w)
{
	unsigned long flags;

	spin_lock_irqsave(&queue->lock, flags);
	list_remove(&w->node);
	if (w->was_chosen)
		wake_first(queue, true);
	spin_unlock_irqrestore(&queue->lock, flags);
}

void wait_event(struct wait_queue *queue, bool (*condition)(void *arg), void *arg)
{
	struct waiter w;

	waiter_init(&w);
	for (;;) {
		wait_prepare(queue, &w);
		if (condition(arg))
			break;
		thread_wait();
	}
	wait_finish(queue, &w);
}

struct alarm {
	struct timer timer;
	struct thread *thread;
};

static void alarm_fire(struct timer *t)
{
	thread_wake(container_of(t, struct alarm, timer)->thread);
}

static void alarm_set(struct alarm *alarm, u64 ns)
{
	unsigned long flags;

	alarm->thread = current_thread();
	alarm->timer.fire = alarm_fire;
	local_irq_save(flags);
	timer_arm(&alarm->timer, ns);
	local_irq_restore(flags);
}

/* Threads stay on their CPU, so the timer is this CPU's. */
static void alarm_clear(struct alarm *alarm)
{
	unsigned long flags;

	local_irq_save(flags);
	timer_cancel(&alarm->timer);
	local_irq_restore(flags);
}

/* Until somebody wakes this thread or the time is over. Without a timer: look again and again. */
static void wait_at_most(u64 ns)
{
	struct alarm alarm;

	if (!timer_works()) {
		schedule();
		return;
	}
	alarm_set(&alarm, ns);
	thread_wait();
	alarm_clear(&alarm);
}

bool wait_event_timeout(struct wait_queue *queue, bool (*condition)(void *arg), void *arg, u64 ns)
{
	u64 start = clock_ns(), gone;
	struct waiter w;
	bool holds;

	waiter_init(&w);
	for (;;) {
		wait_prepare(queue, &w);
		/* The time before the look: what came in time counts however late the look is. */
		gone = clock_ns() - start;
		holds = condition(arg);
		if (holds || gone >= ns)
			break;
		wait_at_most(ns - gone);
	}
	wait_finish(queue, &w);
	return holds;
}

void completion_init(struct completion *c)
{
	*c = (struct completion)COMPLETION_INIT(*c);
}

void complete(struct completion *c)
{
	unsigned long flags;

	spin_lock_irqsave(&c->queue.lock, flags);
	if (c->done != DONE_FOR_GOOD)
		c->done++;
	wake_first(&c->queue, true);
	spin_unlock_irqrestore(&c->queue.lock, flags);
}

void complete_all(struct completion *c)
{
	unsigned long flags;

	spin_lock_irqsave(&c->queue.lock, flags);
	c->done = DONE_FOR_GOOD;
	while (wake_first(&c->queue, false))
		;
	spin_unlock_irqrestore(&c->queue.lock, flags);
}

bool completion_try(struct completion *c)
{
	unsigned long flags;
	bool passes;

	spin_lock_irqsave(&c->queue.lock, flags);
	passes = c->done;
	if (passes && c->done != DONE_FOR_GOOD)
		c->done--;
	spin_unlock_irqrestore(&c->queue.lock, flags);
	return passes;
}

static bool completion_passes(void *c)
{
	return completion_try(c);
}

void wait_for_completion(struct completion *c)
{
	wait_event(&c->queue, completion_passes, c);
}

bool wait_for_completion_timeout(struct completion *c, u64 ns)
{
	return wait_event_timeout(&c->queue, completion_passes, c, ns);
}
