// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep - the timer's interrupt, which wakes the thread, at every distance from before a section to
 * behind it. Under icount a nanosecond is an instruction, so every place between two instructions
 * is met: the one before the count goes up, the one after it has come down and before the scheduler
 * is called, all of them.
 */
#include <test/preempt.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/timer.h>
#include <test/shot.h>
#include <test/test.h>

#define SWEEP_NS 800

enum place {
	BEFORE,
	INSIDE,
	BEHIND,
	NR_PLACES,
};

static struct shot shot;
static u32 depth_hit; /* of the section that the interrupt hit */

static void wake_and_look(void *unused)
{
	(void)unused;
	depth_hit = preempt_count() & PREEMPT_MASK;
	sleeper_wake(&preempt_high);
}

static __always_inline void linger(void)
{
	for (u32 i = 0; i < 16; i++)
		__asm__ __volatile__(SHOT_NOPS_4 SHOT_NOPS_4);
}

/*
 * @fired, read just before @now: if it had fired, the thread had run, if that is the model. It may
 * fire between the reads, too.
 */
static void expect_ran(bool fired, u32 now, u32 once)
{
	if (fired || now != once)
		EXPECT_EQ(now, once + PREEMPTS);
}

/* One shot at @ns; the thread has run @once times before. Returns where it hit. */
static enum place shoot(u64 ns, u32 once)
{
	u32 before, first, last, fired, now;

	shot_arm(&shot, ns, wake_and_look, NULL);
	shot_shift(ns);
	before = READ_ONCE(shot.fired);
	now = runs();
	expect_ran(before, now, once);

	preempt_disable();
	first = runs();
	linger();
	last = runs();
	preempt_enable();
	fired = READ_ONCE(shot.fired);
	now = runs();

	EXPECT_EQ(last, first);
	expect_ran(fired, now, once);
	EXPECT(aid_spin_until(&shot.fired, 1));
	expect_ran(true, runs(), once);
	EXPECT(COUNTS || !depth_hit);
	if (COUNTS && depth_hit)
		return INSIDE;
	return before ? BEFORE : fired ? INSIDE : BEHIND;
}

MODEL_TEST(preempt, interrupt_at_every_distance)
{
	u32 places[NR_PLACES] = { 0 };

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	preempt_begin(MODEL);
	for (u32 ns = 0; ns < SWEEP_NS; ns++) {
		places[shoot(ns, ns)]++;
		schedule();
		EXPECT_EQ(runs(), ns + 1);
		EXPECT_EQ(switches(), 2 * (ns + 1));
	}
	if (env_counts_instructions())
		EXPECT(places[BEFORE] > 20 && places[INSIDE] > 50 && places[BEHIND] > 20);
	preempt_model_set(MODEL_FULL);
	aid_set_irq_hook(NULL, NULL);
	sleeper_stop(&preempt_high);
}
