// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_softirq - when a raised softirq runs, in which context, and that it never runs inside
 * another one.
 */
#include <core/softirq.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/timer.h>
#include <test/aid.h>
#include <test/test.h>

struct soft {
	u32 runs;
	u32 depth, depth_max;
	u32 count; /* preempt_count() of the last run */
	bool task, hardirq, serving, irqs_off;
	u32 raise_again; /* times that it raises itself */
	u32 interrupt;	 /* times that it has an interrupt raise it */
};

static struct soft soft;

static void soft_run(void *unused)
{
	(void)unused;
	soft.depth_max = (u32)max_u64(soft.depth_max, ++soft.depth);
	soft.count = preempt_count();
	soft.task = in_task();
	soft.hardirq = in_hardirq();
	soft.serving = in_serving_softirq();
	soft.irqs_off = irqs_disabled();
	if (soft.raise_again) {
		soft.raise_again--;
		softirq_raise(SOFTIRQ_HOOK);
	}
	if (soft.interrupt) {
		u64 taken = aid_irqs();

		soft.interrupt--;
		arch_ipi_self(IPI_HOOK);
		EXPECT(aid_spin_irqs(taken));
	}
	soft.depth--;
	WRITE_ONCE(soft.runs, soft.runs + 1);
}

static void raise_hook(void *unused)
{
	(void)unused;
	softirq_raise(SOFTIRQ_HOOK);
}

static void soft_begin(void)
{
	soft = (struct soft){ 0 };
	aid_set_softirq_hook(soft_run, NULL);
	aid_set_irq_hook(raise_hook, NULL);
}

static void soft_end(void)
{
	EXPECT_EQ(this_cpu_read(softirqs_pending), 0);
	EXPECT_EQ(soft.depth, 0);
	aid_set_softirq_hook(NULL, NULL);
	aid_set_irq_hook(NULL, NULL);
}

static void interrupt_here(void)
{
	u64 taken = aid_irqs();

	arch_ipi_self(IPI_HOOK);
	EXPECT(aid_spin_irqs(taken));
}

/* On the way out of the interrupt, so what sees the interrupt counted sees the softirq done. */
IRQ_TEST(softirq, runs_at_interrupt_exit)
{
	soft_begin();
	interrupt_here();
	EXPECT_EQ(soft.runs, 1);
	EXPECT(soft.serving && !soft.task && !soft.hardirq && !soft.irqs_off);
	EXPECT_EQ(soft.count, SOFTIRQ_OFFSET);
	EXPECT(in_task() && !in_serving_softirq());
	soft_end();
}

/* Preemption off does not hold it back, and is below it in the count. */
IRQ_TEST(softirq, runs_inside_preempt_disable)
{
	soft_begin();
	preempt_disable();
	interrupt_here();
	EXPECT_EQ(soft.runs, 1);
	EXPECT_EQ(soft.count, SOFTIRQ_OFFSET + PREEMPT_OFFSET);
	preempt_enable();
	soft_end();
}

/* Or for an interrupt, if a late one from another CPU comes by. */
TEST(softirq, raised_in_a_task_waits_for_enable)
{
	u64 irqs = aid_irqs();

	soft_begin();
	softirq_raise(SOFTIRQ_HOOK);
	clock_delay_ns(50 * NS_PER_US);
	EXPECT(!soft.runs || aid_irqs() != irqs);
	local_bh_disable();
	EXPECT(!soft.runs || aid_irqs() != irqs);
	local_bh_enable();
	EXPECT_EQ(soft.runs, 1);
	EXPECT(soft.serving && !soft.task && !soft.irqs_off);
	soft_end();
}

IRQ_TEST(softirq, disabled_until_the_last_enable)
{
	soft_begin();
	local_bh_disable();
	EXPECT_EQ(preempt_count(), SOFTIRQ_DISABLE_OFFSET);
	EXPECT(in_task() && !in_serving_softirq() && in_interrupt());
	local_bh_disable();
	interrupt_here();
	interrupt_here();
	EXPECT_EQ(soft.runs, 0);
	local_bh_enable();
	EXPECT_EQ(soft.runs, 0);
	EXPECT_EQ(preempt_count(), SOFTIRQ_DISABLE_OFFSET);
	local_bh_enable();
	EXPECT_EQ(soft.runs, 1);
	EXPECT_EQ(preempt_count(), 0);
	soft_end();
}

IRQ_TEST(softirq, inline_enable_is_the_same)
{
	soft_begin();
	local_bh_disable();
	interrupt_here();
	EXPECT_EQ(soft.runs, 0);
	local_bh_enable_inline();
	EXPECT_EQ(soft.runs, 1);
	soft_end();
}

/* An interrupt inside it raises it again: that run comes after this one. */
IRQ_TEST(softirq, never_nested)
{
	soft_begin();
	soft.interrupt = 3;
	interrupt_here();
	EXPECT_EQ(soft.runs, 4);
	EXPECT_EQ(soft.depth_max, 1);
	soft_end();
}

IRQ_TEST(softirq, raises_itself)
{
	soft_begin();
	soft.raise_again = 5;
	interrupt_here();
	EXPECT_EQ(soft.runs, 6);
	EXPECT_EQ(soft.depth_max, 1);
	soft_end();
}

/* For ever: the interrupted thread goes on all the same, and what is left is not forgotten. */
IRQ_TEST(softirq, cannot_lock_up)
{
	u64 start;

	soft_begin();
	soft.raise_again = UINT32_MAX;
	interrupt_here();
	EXPECT(READ_ONCE(soft.runs) > 1 && READ_ONCE(soft.runs) < 1000);
	soft.raise_again = 0;
	aid_set_irq_hook(NULL, NULL);
	interrupt_here();
	start = clock_ns();
	while (this_cpu_read(softirqs_pending) && clock_ns() - start < AID_BOUND_NS)
		cpu_relax();
	clock_delay_ns(2 * NS_PER_MS); /* the timer that was to see to the rest */
	soft_end();
}

/* More than one interrupt's share: the rest is done although nothing else interrupts. */
TEST(softirq, rest_is_not_forgotten)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	soft_begin();
	soft.raise_again = 49;
	interrupt_here();
	EXPECT(aid_spin_until(&soft.runs, 50));
	soft_end();
}

static void everywhere(void *unused)
{
	(void)unused;
	EXPECT_EQ(this_cpu_read(softirqs_pending), 0);
	softirq_raise(SOFTIRQ_HOOK);
	EXPECT_EQ(this_cpu_read(softirqs_pending), 1u << SOFTIRQ_HOOK);
	local_bh_disable();
	local_bh_enable();
	EXPECT_EQ(this_cpu_read(softirqs_pending), 0);
}

/* Pending is per CPU; without a hook there is nothing to run, and it is clear all the same. */
TEST(softirq, is_per_cpu)
{
	aid_run_everywhere(everywhere, NULL);
}
