// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_irq - an interrupt raised here is taken here, in hard interrupt context, once, at once when
 * interrupts are on and not before they are.
 */
#include <core/irq.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/preempt.h>
#include <core/timer.h>
#include <test/aid.h>
#include <test/test.h>

#define OFF_NS (200 * NS_PER_US)

/* Under icount one of these is an instruction; the section below has fewer. */
#define SWEEP_NS 600

struct seen {
	u32 runs;
	u32 count; /* preempt_count() */
	bool hardirq, task, irqs_off, softirq;
};

static struct seen seen;

static void see(void *unused)
{
	(void)unused;
	seen.count = preempt_count();
	seen.hardirq = in_hardirq();
	seen.task = in_task();
	seen.softirq = in_serving_softirq();
	seen.irqs_off = irqs_disabled();
	WRITE_ONCE(seen.runs, seen.runs + 1);
}

static void see_begin(void)
{
	seen = (struct seen){ 0 };
	aid_set_irq_hook(see, NULL);
}

IRQ_TEST(irq, context)
{
	see_begin();
	arch_ipi_self(IPI_HOOK);
	EXPECT(aid_spin_until(&seen.runs, 1));
	EXPECT(seen.hardirq && !seen.task && seen.irqs_off && !seen.softirq);
	EXPECT_EQ(seen.count, HARDIRQ_OFFSET);
	EXPECT(in_task() && !in_hardirq() && !irqs_disabled());
	aid_set_irq_hook(NULL, NULL);
}

/* The depth of the section that was interrupted stays below. */
IRQ_TEST(irq, context_inside_sections)
{
	see_begin();
	preempt_disable();
	arch_ipi_self(IPI_HOOK);
	EXPECT(aid_spin_until(&seen.runs, 1));
	EXPECT_EQ(seen.count, HARDIRQ_OFFSET + PREEMPT_OFFSET);
	preempt_enable();
	aid_set_irq_hook(NULL, NULL);
}

IRQ_TEST(irq, exactly_once)
{
	u64 taken;

	see_begin();
	taken = aid_irqs();
	for (u32 i = 1; i <= 1000; i++) {
		arch_ipi_self(IPI_HOOK);
		EXPECT(aid_spin_until(&seen.runs, i));
	}
	clock_delay_ns(OFF_NS);
	EXPECT_EQ(seen.runs, 1000);
	EXPECT_EQ(aid_irqs() - taken, 1000);
	aid_set_irq_hook(NULL, NULL);
}

/* Not while masked, however long; and at the restore, before anything that follows it. */
IRQ_TEST(irq, waits_for_restore)
{
	unsigned long outer, inner;
	u32 while_off, after;

	see_begin();
	local_irq_save(outer);
	arch_ipi_self(IPI_HOOK);
	clock_delay_ns(OFF_NS);
	local_irq_save(inner);
	clock_delay_ns(OFF_NS);
	local_irq_restore(inner);
	clock_delay_ns(OFF_NS);
	while_off = READ_ONCE(seen.runs);
	EXPECT(irqs_disabled());
	local_irq_restore(outer);
	/*
	 * One instruction may still run before it: x86 holds interrupts back behind the one that
	 * allows them.
	 */
	__asm__ __volatile__("nop");
	after = READ_ONCE(seen.runs);
	EXPECT_EQ(while_off, 0);
	EXPECT_EQ(after, 1);
	aid_set_irq_hook(NULL, NULL);
}

IRQ_TEST(irq, enable_and_disable)
{
	see_begin();
	local_irq_disable();
	EXPECT(irqs_disabled());
	arch_ipi_self(IPI_HOOK);
	clock_delay_ns(OFF_NS);
	EXPECT_EQ(READ_ONCE(seen.runs), 0);
	local_irq_enable();
	__asm__ __volatile__("nop");
	EXPECT_EQ(READ_ONCE(seen.runs), 1);
	EXPECT(!irqs_disabled());
	aid_set_irq_hook(NULL, NULL);
}

/* Raised twice while masked: the controller remembers one. */
IRQ_TEST(irq, pending_is_a_flag)
{
	unsigned long flags;

	see_begin();
	local_irq_save(flags);
	arch_ipi_self(IPI_HOOK);
	clock_delay_ns(OFF_NS);
	arch_ipi_self(IPI_HOOK);
	clock_delay_ns(OFF_NS);
	local_irq_restore(flags);
	EXPECT(aid_spin_until(&seen.runs, 1));
	clock_delay_ns(OFF_NS);
	EXPECT_EQ(seen.runs, 1);
	aid_set_irq_hook(NULL, NULL);
}

IRQ_TEST(irq, no_hook)
{
	u64 taken = aid_irqs();

	arch_ipi_self(IPI_HOOK);
	EXPECT(aid_spin_irqs(taken));
}

struct sweep {
	struct timer timer;
	u32 fired;
	u32 in_section; /* written by the test around its section */
	u32 fired_in_section;
};

static struct sweep sweep;

static void sweep_fire(struct timer *t)
{
	(void)t;
	WRITE_ONCE(sweep.fired, 1);
	if (READ_ONCE(sweep.in_section))
		sweep.fired_in_section++;
}

/* 0: fired before the section, 1: at its end, 2: later. */
static u32 sweep_once(u64 ns)
{
	unsigned long flags;
	u32 before, inside, after;

	sweep.fired = 0;
	local_irq_save(flags);
	sweep.timer.fire = sweep_fire;
	timer_arm(&sweep.timer, ns);
	local_irq_restore(flags);

	before = READ_ONCE(sweep.fired);
	local_irq_save(flags);
	WRITE_ONCE(sweep.in_section, 1);
	inside = READ_ONCE(sweep.fired);
	for (u32 i = 0; i < 20; i++)
		barrier();
	EXPECT_EQ(READ_ONCE(sweep.fired), inside);
	WRITE_ONCE(sweep.in_section, 0);
	local_irq_restore(flags);
	__asm__ __volatile__("nop");
	after = READ_ONCE(sweep.fired);
	EXPECT(aid_spin_until(&sweep.fired, 1));
	return before || inside ? 0 : after ? 1 : 2;
}

/* An interrupt at every distance from before the section to behind it: never inside, never lost. */
IRQ_TEST(irq, section_holds_at_every_distance)
{
	u32 places[3] = { 0 };

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	sweep.timer.node = (struct list_node){ &sweep.timer.node, &sweep.timer.node };
	sweep.fired_in_section = 0;
	for (u64 ns = 0; ns < SWEEP_NS; ns++)
		places[sweep_once(ns)]++;
	EXPECT_EQ(sweep.fired_in_section, 0);
	if (env_counts_instructions())
		EXPECT(places[0] && places[1] && places[2]);
}
