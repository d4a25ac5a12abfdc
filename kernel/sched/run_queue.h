/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_queue - the threads of one CPU that could run and do not: 32 lists by priority and a word
 * that says which are not empty.
 *
 * A thread is on a list exactly while it is runnable and another one runs. The lock is taken with
 * interrupts off; it protects everything here and the state of every thread that belongs to the
 * CPU. Only sched.c takes it, so no function here does.
 */
#ifndef SCHED_RUN_QUEUE_H
#define SCHED_RUN_QUEUE_H

#include <core/spinlock.h>
#include <sched/thread.h>

struct run_queue {
	struct spinlock lock;
	u32 ready; /* bit p: list p has a thread */
	struct list_node lists[NR_PRIOS];
	struct thread *running;
	struct thread *switched_from; /* handed from the old thread to the new one */
	struct thread idle;	      /* not CPU 0's, whose idle thread is one of its own */
};

/* Empty, and @running runs. */
void run_queue_init(struct run_queue *rq, struct thread *running);

/* Last among its equals, or first. The lock is held. */
void run_queue_put(struct run_queue *rq, struct thread *t, bool first);

/*
 * Who is to run after @prev, which may be @prev; taken from its list, and @prev put on its own if
 * it could go on. The lock is held.
 */
struct thread *run_queue_pick(struct run_queue *rq, struct thread *prev);

#endif
