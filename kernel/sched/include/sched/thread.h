/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * thread - kernel threads: pinned to one CPU, scheduled by fixed priority, first in first out among
 * equals.
 *
 * The structure is the caller's and must live until thread_join() has returned. From thread_start()
 * on, state, waits_for and woken change under the run queue's lock only; who looks without it, as
 * tests do, sees a moment's truth. Never freed here, never moved to another CPU.
 */
#ifndef SCHED_THREAD_H
#define SCHED_THREAD_H

#include <arch/thread.h>
#include <core/timer.h>
#include <lib/list.h>
#include <lib/types.h>

/* Higher runs first. */
enum thread_prio {
	PRIO_IDLE = 0,
	PRIO_LOW = 4,
	PRIO_NORMAL = 8,
	PRIO_HIGH = 16,
	NR_PRIOS = 32,
};

enum thread_state {
	THREAD_RUNNABLE, /* running, or on its run queue */
	THREAD_WAITING,	 /* until thread_wake() */
	THREAD_DEAD,
};

struct thread {
	struct arch_thread arch; /* first: assembly finds it there */
	struct list_node node;	 /* on the run queue while runnable and not running */
	enum thread_state state;
	u32 waits_for; /* enum sched_wakes: what ends the wait; valid while waiting */
	u32 woken;     /* enum sched_wakes: what came and has not been waited for */
	u32 cpu;
	u32 prio;
	u32 rcu_nesting;	/* own thread only */
	bool rcu_was_preempted; /* set by the scheduler, cleared by the thread */
	u8 rcu_blocks;		/* parity of the grace period that it blocks meanwhile; as above */
	const char *name;
	unsigned long stack_top; /* 0: it runs on the stack that the boot gave it */
	void (*fn)(void *arg);
	void *arg;
	struct thread *joiner; /* see sched.c */
	struct timer sleep;
};

/*
 * Make @t and let it run @fn(@arg) on @cpu; when @fn returns the thread is over. 0, -ENOMEM: no
 * stack, -ENODEV: @cpu is not online. May switch to it at once where the model preempts. Context:
 * threads.
 */
int thread_start(struct thread *t, const char *name, void (*fn)(void *arg), void *arg, u32 cpu,
		 u32 prio);

/* Wait until @t is over; then the structure is the caller's again. One caller. */
void thread_join(struct thread *t);

/*
 * Sleep until thread_wake() for this thread; returns at once if that has happened since the last
 * call. Sleeping and joining in between neither count as wake-ups nor use one up.
 */
void thread_wait(void);

/* Any context but NMI, any CPU. Whether @t runs at once is the model's business. */
void thread_wake(struct thread *t);

/* At least @ns. Polls where the CPU has no timer interrupt. */
void thread_sleep_ns(u64 ns);

#endif
