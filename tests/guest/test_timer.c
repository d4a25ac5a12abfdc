// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_timer - timers fire in the order of their times, never early, once; cancelled ones do not;
 * the tick ticks.
 */
#include <core/timer.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/preempt.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/test.h>

#define TIMERS 5
#define TICKS  20

struct shot {
	struct timer timer;
	u64 due_ns;
	u64 fired_ns;
	u32 place; /* in the order of firing, from 1; 0: has not fired */
	u32 again; /* times that it arms itself */
};

static struct shot shots[TIMERS];
static u32 nr_fired;

static void shot_fire(struct timer *t)
{
	struct shot *s = container_of(t, struct shot, timer);

	EXPECT(in_hardirq() && irqs_disabled());
	s->fired_ns = clock_ns();
	s->place = ++nr_fired;
	if (s->again) {
		s->again--;
		timer_arm(t, NS_PER_US);
	}
}

static void shot_arm(struct shot *s, u64 ns)
{
	unsigned long flags;

	local_irq_save(flags);
	s->timer.fire = shot_fire;
	s->due_ns = clock_ns() + ns;
	timer_arm(&s->timer, ns);
	local_irq_restore(flags);
}

static void shot_cancel(struct shot *s)
{
	unsigned long flags;

	local_irq_save(flags);
	timer_cancel(&s->timer);
	local_irq_restore(flags);
}

static bool shots_begin(void)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return false;
	}
	nr_fired = 0;
	for (u32 i = 0; i < TIMERS; i++)
		shots[i] = (struct shot){ .timer.node = { &shots[i].timer.node,
							  &shots[i].timer.node } };
	return true;
}

/* How many are due no later than @s: its place, since no two have the same time. */
static u32 shot_place(const struct shot *s)
{
	u32 place = 0;

	for (u32 i = 0; i < TIMERS; i++)
		place += shots[i].timer.expires_ns <= s->timer.expires_ns;
	return place;
}

TEST(timer, order)
{
	static const u64 us[TIMERS] = { 900, 300, 1200, 301, 600 };
	unsigned long flags;

	if (!shots_begin())
		return;
	local_irq_save(flags);
	for (u32 i = 0; i < TIMERS; i++)
		shot_arm(&shots[i], us[i] * NS_PER_US);
	local_irq_restore(flags);
	EXPECT(aid_spin_until(&nr_fired, TIMERS));
	for (u32 i = 0; i < TIMERS; i++) {
		EXPECT_EQ(shots[i].place, shot_place(&shots[i]));
		EXPECT(shots[i].fired_ns >= shots[i].due_ns);
	}
	clock_delay_ns(2 * NS_PER_MS);
	EXPECT_EQ(nr_fired, TIMERS);
}

/* Under icount lateness is a number of instructions, else only bounded. */
TEST(timer, is_punctual)
{
	static const u64 waits[] = { 0, 1, 100, 10 * NS_PER_US, NS_PER_MS, 20 * NS_PER_MS };

	for (u32 i = 0; i < ARRAY_SIZE(waits); i++) {
		if (!shots_begin())
			return;
		shot_arm(&shots[0], waits[i]);
		EXPECT(aid_spin_until(&nr_fired, 1));
		EXPECT(shots[0].fired_ns >= shots[0].due_ns);
		EXPECT(shots[0].fired_ns <
		       shots[0].due_ns +
			       (env_counts_instructions() ? 20 * NS_PER_US : AID_BOUND_NS));
	}
}

TEST(timer, cancel)
{
	unsigned long flags;

	if (!shots_begin())
		return;
	local_irq_save(flags);
	for (u32 i = 0; i < 3; i++)
		shot_arm(&shots[i], (i + 1) * NS_PER_MS);
	shot_cancel(&shots[0]);
	shot_cancel(&shots[2]);
	shot_cancel(&shots[2]);
	local_irq_restore(flags);
	EXPECT(aid_spin_until(&nr_fired, 1));
	clock_delay_ns(4 * NS_PER_MS);
	EXPECT_EQ(nr_fired, 1);
	EXPECT_EQ(shots[1].place, 1);
	shot_cancel(&shots[1]);
}

TEST(timer, not_while_masked)
{
	unsigned long flags;

	if (!shots_begin())
		return;
	local_irq_save(flags);
	shot_arm(&shots[0], NS_PER_US);
	clock_delay_ns(NS_PER_MS);
	EXPECT_EQ(nr_fired, 0);
	local_irq_restore(flags);
	EXPECT(aid_spin_until(&nr_fired, 1));
}

TEST(timer, arms_itself)
{
	if (!shots_begin())
		return;
	shots[0].again = 99;
	shot_arm(&shots[0], NS_PER_US);
	EXPECT(aid_spin_until(&nr_fired, 100));
}

static void tick_set(u32 hz)
{
	unsigned long flags;

	local_irq_save(flags);
	timer_set_tick(hz);
	local_irq_restore(flags);
}

/* Not more often than asked, however long a host stops the guest; and none afterwards. */
TEST(timer, tick)
{
	u64 start, took, before;

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	start = clock_ns();
	tick_set(1000);
	for (u32 i = 0; i < TICKS; i++)
		EXPECT(aid_spin_irqs(aid_irqs()));
	took = clock_ns() - start;
	tick_set(0);
	EXPECT(took >= TICKS * NS_PER_MS);
	if (env_counts_instructions())
		EXPECT(took < (TICKS + 1) * NS_PER_MS);
	before = aid_irqs();
	clock_delay_ns(5 * NS_PER_MS);
	EXPECT_EQ(aid_irqs(), before);
}

static void tick_here(void *unused)
{
	(void)unused;
	tick_set(1000);
	for (u32 i = 0; i < 3; i++)
		EXPECT(aid_spin_irqs(aid_irqs()));
	tick_set(0);
}

TEST(timer, tick_on_every_cpu)
{
	if (timer_works())
		aid_run_everywhere(tick_here, NULL);
	else
		SKIP("no timer interrupt");
}
