// SPDX-License-Identifier: GPL-2.0-only
/*
 * points - where no section holds it back: the return from an interrupt, the wake-up itself, the
 * points of code that may block or loops for long; and masked interrupts, whose end is none of
 * these.
 */
#include <test/preempt.h>

#include <arch/irqflags.h>
#include <sched/rcu.h>
#include <test/test.h>

/*
 * Interrupts are masked until the raised one is certain to be pending; then the window opens for
 * one instruction.
 */
MODEL_TEST(preempt, interrupt_return)
{
	unsigned long flags;
	u32 masked, now;

	preempt_begin(MODEL);
	local_irq_save(flags);
	preempt_interrupt_pending();
	masked = runs();
	local_irq_restore(flags);
	__asm__ __volatile__("nop");
	now = runs();
	EXPECT_EQ(masked, 0);
	EXPECT_EQ(preempt_seen.count, HARDIRQ_OFFSET);
	EXPECT_EQ(preempt_seen.runs, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

MODEL_TEST(preempt, wake_from_the_task)
{
	u32 now;

	preempt_begin(MODEL);
	sleeper_wake(&preempt_high);
	now = runs();
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

/*
 * A section that ends while interrupts are masked: neither its end nor the restore switches, the
 * next section's end does.
 */
MODEL_TEST(preempt, masked_interrupts)
{
	unsigned long flags;
	u32 masked, restored, now;

	preempt_begin(MODEL);
	local_irq_save(flags);
	sleeper_wake(&preempt_high);
	masked = runs();
	preempt_disable();
	preempt_enable();
	masked += runs();
	local_irq_restore(flags);
	restored = runs();
	preempt_disable();
	preempt_enable();
	now = runs();
	EXPECT_EQ(masked, 0);
	EXPECT_EQ(restored, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

/* With the reschedule pending and nothing in its way but the model. */
MODEL_TEST(preempt, resched_points)
{
	unsigned long flags;
	bool might, cond;
	u32 now;

	preempt_begin(MODEL);
	EXPECT(!might_resched() && !cond_resched());
	local_irq_save(flags);
	sleeper_wake(&preempt_high);
	EXPECT(!might_resched() && !cond_resched());
	local_irq_restore(flags);
	EXPECT_RUNS(runs(), 0);
	EXPECT(need_resched());

	might = might_resched();
	now = runs();
	EXPECT_EQ(might, MODEL == MODEL_VOLUNTARY);
	EXPECT_RUNS(now, MODEL == MODEL_VOLUNTARY);

	cond = cond_resched();
	now = runs();
	EXPECT_EQ(cond, MODEL == MODEL_NONE);
	EXPECT_RUNS(now, MODEL != MODEL_FULL);
	EXPECT_EQ(need_resched(), MODEL == MODEL_FULL);
	EXPECT(!might_resched() && !cond_resched());
	preempt_end();
}

/*
 * Under full a reader is preempted, and says so until its outermost end; in the others it cannot
 * be.
 */
MODEL_TEST(preempt, rcu_reader)
{
	struct thread *t = current_thread();
	u32 now;

	preempt_begin(MODEL);
	rcu_read_lock();
	rcu_read_lock();
	EXPECT_EQ(preempt_count(), 0);
	EXPECT_EQ(t->rcu_nesting, PREEMPTS ? 2 : 0);
	preempt_interrupt();
	now = runs();
	EXPECT_RUNS(now, PREEMPTS);
	EXPECT_EQ(t->rcu_was_preempted, PREEMPTS);
	rcu_read_unlock();
	EXPECT_EQ(t->rcu_was_preempted, PREEMPTS);
	rcu_read_unlock();
	EXPECT(!t->rcu_was_preempted);
	EXPECT_RUNS(runs(), PREEMPTS);
	preempt_end();
}
