// SPDX-License-Identifier: GPL-2.0-only
/*
 * sections - where a section ends: a wake-up inside of it takes effect at the end of the outermost
 * one, whatever kinds of section there are and however they overlap.
 */
#include <test/preempt.h>

#include <core/clock.h>
#include <core/softirq.h>
#include <core/spinlock.h>
#include <test/test.h>

MODEL_TEST(preempt, depth)
{
	static struct spinlock lock;
	u32 one = COUNTS ? PREEMPT_OFFSET : 0;

	preempt_model_set(MODEL);
	EXPECT_EQ(preempt_count(), 0);
	preempt_disable();
	EXPECT_EQ(preempt_count(), one);
	spin_lock(&lock);
	EXPECT_EQ(preempt_count(), 2 * one);
	local_bh_disable();
	EXPECT_EQ(preempt_count(), 2 * one + SOFTIRQ_DISABLE_OFFSET);
	EXPECT(in_task() && in_interrupt() && !in_hardirq() && !in_serving_softirq());
	local_bh_enable_inline();
	spin_unlock(&lock);
	EXPECT_EQ(preempt_count(), one);
	preempt_enable_no_resched();
	EXPECT_EQ(preempt_count(), 0);
	preempt_model_set(MODEL_FULL);
}

MODEL_TEST(preempt, interrupt_in_a_section)
{
	u32 inside, later, now;

	preempt_begin(MODEL);
	preempt_disable();
	preempt_interrupt();
	inside = runs();
	clock_delay_ns(100 * NS_PER_US);
	later = runs();
	EXPECT(need_resched());
	preempt_enable();
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_EQ(later, 0);
	EXPECT_EQ(preempt_seen.count, HARDIRQ_OFFSET + (COUNTS ? PREEMPT_OFFSET : 0));
	EXPECT_EQ(preempt_seen.runs, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

MODEL_TEST(preempt, nested_sections)
{
	u32 inside, inner, now;

	preempt_begin(MODEL);
	preempt_disable();
	preempt_disable();
	preempt_disable();
	EXPECT_EQ(preempt_count(), COUNTS ? 3 * PREEMPT_OFFSET : 0);
	preempt_interrupt();
	inside = runs();
	preempt_enable();
	preempt_enable();
	inner = runs();
	EXPECT_EQ(preempt_count(), COUNTS ? PREEMPT_OFFSET : 0);
	preempt_enable();
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_EQ(inner, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

MODEL_TEST(preempt, wake_in_a_section)
{
	u32 inside, now;

	preempt_begin(MODEL);
	preempt_disable();
	sleeper_wake(&preempt_high);
	inside = runs();
	preempt_enable();
	now = runs();
	/* Without a count the section is none, but the model does not preempt there either. */
	EXPECT_EQ(inside, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

MODEL_TEST(preempt, no_check_without_one)
{
	u32 now;

	preempt_begin(MODEL);
	preempt_disable();
	preempt_interrupt();
	preempt_enable_no_resched();
	now = runs();
	EXPECT_RUNS(now, 0);
	preempt_disable();
	preempt_enable();
	now = runs();
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

MODEL_TEST(preempt, spin_unlock)
{
	static struct spinlock lock;
	u32 inside, now;

	preempt_begin(MODEL);
	spin_lock(&lock);
	EXPECT_EQ(preempt_count(), COUNTS ? PREEMPT_OFFSET : 0);
	preempt_interrupt();
	inside = runs();
	spin_unlock(&lock);
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

/*
 * Masked and locked: the interrupt comes at the restore, inside the section still, and the thread
 * behind it.
 */
MODEL_TEST(preempt, spin_unlock_irqrestore)
{
	static struct spinlock lock;
	unsigned long flags;
	u32 inside, now;

	preempt_begin(MODEL);
	spin_lock_irqsave(&lock, flags);
	EXPECT_EQ(preempt_count(), COUNTS ? PREEMPT_OFFSET : 0);
	preempt_interrupt_pending();
	inside = runs();
	spin_unlock_irqrestore(&lock, flags);
	__asm__ __volatile__("nop");
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_EQ(preempt_seen.interrupts, 1);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

/* Woken by the lock's holder; the restore alone is no preemption point, the count's end is. */
MODEL_TEST(preempt, wake_in_spin_lock_irqsave)
{
	static struct spinlock lock;
	unsigned long flags;
	u32 inside, now;

	preempt_begin(MODEL);
	spin_lock_irqsave(&lock, flags);
	sleeper_wake(&preempt_high);
	inside = runs();
	spin_unlock_irqrestore(&lock, flags);
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

/* The softirq bits are kept in every model, and the model decides what their end means. */
MODEL_TEST(preempt, local_bh_enable)
{
	u32 inside, inner, now;

	preempt_begin(MODEL);
	local_bh_disable();
	local_bh_disable();
	EXPECT_EQ(preempt_count(), 2 * SOFTIRQ_DISABLE_OFFSET);
	preempt_interrupt();
	inside = runs();
	local_bh_enable_inline();
	inner = runs();
	local_bh_enable_inline();
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_EQ(inner, 0);
	EXPECT_EQ(preempt_seen.count, HARDIRQ_OFFSET + 2 * SOFTIRQ_DISABLE_OFFSET);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}

static void wake_softirq(void *unused)
{
	(void)unused;
	sleeper_wake(&preempt_high);
	preempt_seen.runs = runs();
}

/* Woken in a softirq that the end of the section runs: after the softirq, and at once. */
MODEL_TEST(preempt, wake_in_a_softirq)
{
	u32 inside, now;

	preempt_begin(MODEL);
	aid_set_softirq_hook(wake_softirq, NULL);
	local_bh_disable();
	softirq_raise(SOFTIRQ_HOOK);
	inside = runs();
	preempt_seen.runs = UINT32_MAX;
	local_bh_enable_inline();
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_EQ(preempt_seen.runs, 0);
	EXPECT_RUNS(now, PREEMPTS);
	aid_set_softirq_hook(NULL, NULL);
	preempt_end();
}

/* The end of one kind of section inside another kind is no preemption point. */
MODEL_TEST(preempt, mixed_sections)
{
	static struct spinlock lock;
	u32 inside, now;

	preempt_begin(MODEL);
	preempt_disable();
	local_bh_disable();
	spin_lock(&lock);
	preempt_interrupt();
	spin_unlock(&lock);
	local_bh_enable_inline();
	inside = runs();
	local_bh_disable();
	preempt_enable();
	inside += runs();
	local_bh_enable_inline();
	now = runs();
	EXPECT_EQ(inside, 0);
	EXPECT_EQ(preempt_count(), 0);
	EXPECT_RUNS(now, PREEMPTS);
	preempt_end();
}
