// SPDX-License-Identifier: GPL-2.0-only
/*
 * preempt - the waiting thread and the interrupts that wake it, for the tests in model/.
 */
#include <test/preempt.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/timer.h>
#include <test/test.h>

/* Far longer than a self-interrupt takes to become pending anywhere. */
#define PENDING_NS (100 * NS_PER_US)

struct sleeper preempt_high;
u64 preempt_switches_before;
struct preempt_sight preempt_seen;

static void wake_hook(void *unused)
{
	(void)unused;
	preempt_seen.count = preempt_count();
	sleeper_wake(&preempt_high);
	preempt_seen.runs = runs();
	WRITE_ONCE(preempt_seen.interrupts, preempt_seen.interrupts + 1);
}

void preempt_begin(enum preempt_model model)
{
	sleeper_start(&preempt_high, 0, PRIO_HIGH);
	aid_set_irq_hook(wake_hook, NULL);
	preempt_seen = (struct preempt_sight){ 0 };
	preempt_model_set(model);
	preempt_switches_before = this_cpu_read(sched_switches);
}

void preempt_end(void)
{
	schedule();
	EXPECT_EQ(runs(), 1);
	EXPECT_EQ(switches(), 2);
	EXPECT(!need_resched());
	preempt_model_set(MODEL_FULL);
	aid_set_irq_hook(NULL, NULL);
	sleeper_stop(&preempt_high);
}

void preempt_interrupt(void)
{
	u64 taken = aid_irqs();

	arch_ipi_self(IPI_HOOK);
	EXPECT(aid_spin_irqs(taken));
}

void preempt_interrupt_pending(void)
{
	u32 before = preempt_seen.interrupts;

	arch_ipi_self(IPI_HOOK);
	clock_delay_ns(PENDING_NS);
	EXPECT_EQ(READ_ONCE(preempt_seen.interrupts), before);
}

void preempt_set_tick(u32 hz)
{
	unsigned long flags;

	local_irq_save(flags);
	timer_set_tick(hz);
	local_irq_restore(flags);
}
