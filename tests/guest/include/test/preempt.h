/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * preempt - what the tests of a preemption model share. A thread of high priority waits on this
 * CPU; it is woken at a chosen moment; and what the model says of the moment at which it runs is
 * compared with the number of its runs, read as the next thing. Whoever fakes preemption, by
 * running it later, earlier or never, gives a different number at one of these reads.
 *
 *   full       at the end of the last section that holds it back, and at the return from an
 *              interrupt outside of one
 *   voluntary  at might_resched(), cond_resched() and schedule() only
 *   none       at cond_resched() and schedule() only
 *
 * Switches are counted as well: one away and one back for each run, and no others.
 */
#ifndef TEST_PREEMPT_H
#define TEST_PREEMPT_H

#include <core/preempt.h>
#include <sched/sched.h>
#include <test/aid.h>

/* What the model that a file is compiled for does. Numbers, since they are compared with counts. */
#define PREEMPTS (MODEL == MODEL_FULL)
#define COUNTS	 (MODEL == MODEL_FULL) /* preempt_disable() moves the count */

extern struct sleeper preempt_high;
extern u64 preempt_switches_before;

/* As seen by the interrupt that woke the thread last. Written by it. */
struct preempt_sight {
	u32 interrupts;
	u32 count; /* preempt_count() */
	u32 runs;  /* of the thread, after the wake-up */
};

extern struct preempt_sight preempt_seen;

/* The thread waits, IPI_HOOK wakes it, @model is active. */
void preempt_begin(enum preempt_model model);

/*
 * The thread has been woken once: it has run once, at the latest now at schedule(). Everything back
 * as it was.
 */
void preempt_end(void);

/* An IPI_HOOK to this CPU: taken and returned from. Interrupts on. */
void preempt_interrupt(void);

/* The same, pending for certain when it returns. Interrupts off. */
void preempt_interrupt_pending(void);

/* Interrupts of the tick on this CPU; 0: none. */
void preempt_set_tick(u32 hz);

/*
 * How often the thread has run. What stands before it in a test has no call between itself and this
 * read.
 */
static __always_inline u32 runs(void)
{
	return READ_ONCE(preempt_high.runs);
}

/* Switches of this CPU since preempt_begin(). */
static __always_inline u64 switches(void)
{
	return this_cpu_read(sched_switches) - preempt_switches_before;
}

/* @now: runs(), read right after what is asked about. */
#define EXPECT_RUNS(now, want)                     \
	do {                                       \
		EXPECT_EQ(now, want);              \
		EXPECT_EQ(switches(), 2 * (want)); \
	} while (0)

#endif
