/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rcu - read sections, and grace periods: what was unpublished before one begins is seen by no
 * reader once it is over.
 *
 * A section that was compiled without a count is a compiler barrier and ends, for all that anybody
 * can know, at its CPU's next pass through the scheduler. With a count the thread counts its
 * nesting, and one that was switched away from inside says so to the grace period when it leaves.
 * Code without a count runs only while the active model does not preempt, and full knows all its
 * readers by their nesting; the rest follows from these two.
 *
 * Grace periods are numbered, and one is under way at a time. It is over when
 *
 *   (1) each online CPU has reported its number: it was in the scheduler, or idle, or (full) in a
 *	 thread outside of any section, interrupts, softirqs and preemption on; and
 *   (2) no thread that was switched away from inside a section blocks it.
 *
 * A thread that is switched away from inside a section blocks the grace period that is under way if
 * its CPU has not reported for that yet, else the next one; its CPU counts it, by the number's
 * parity, and threads do not migrate. Invariant: a reader that is older than a grace period keeps
 * its CPU from reporting, or blocks that grace period, until its section ends.
 *
 * As (1) says, a section with preemption, bottom halves or interrupts off is a read section, too.
 * Readers may be in any context but NMI.
 */
#ifndef SCHED_RCU_H
#define SCHED_RCU_H

#include <arch/thread.h>
#include <core/preempt.h>
#include <sched/thread.h>

struct rcu_head {
	struct rcu_head *next;
	void (*fn)(struct rcu_head *head);
};

/*
 * Start the thread that makes grace periods; harmless if there is one. 0 or -ENOMEM. rcu_exit():
 * run what call_rcu() has left, end it. Context: threads, one at a time.
 */
int rcu_init(void);
void rcu_exit(void);

/*
 * Call @fn(@head) in a thread, once all readers that are there now are gone. Those of one CPU are
 * called in the order of their call_rcu(). Any context but NMI. @head must stay until then.
 */
void call_rcu(struct rcu_head *head, void (*fn)(struct rcu_head *head));

/*
 * Wait until all readers that are there now are gone. Context: threads that may sleep, outside of
 * read sections and of call_rcu()'s functions.
 */
void synchronize_rcu(void);

/* Wait until the functions of all earlier call_rcu(), of every CPU, have been called. As above. */
void rcu_barrier(void);

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

/*
 * sched only: this CPU is in the scheduler, interrupts off; @prev has run until now, and @leaves:
 * another thread runs next.
 */
void rcu_note_schedule(struct thread *prev, bool leaves);

/* rcu_gp.c: begin grace period @gp, the one before being over; let others report; is it over? */
void rcu_begin(u64 gp);
void rcu_ask(u64 gp);
bool rcu_is_over(u64 gp);

/* rcu.c: the last thread that blocked on a CPU is out of its section. Interrupts off. */
void rcu_wake(void);

#endif
