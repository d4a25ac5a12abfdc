// SPDX-License-Identifier: GPL-2.0-only
/*
 * tick - time alone changes nothing: however long a thread is busy, and however many interrupts
 * pass, only the model decides. With the tick on, threads of one priority share the CPU under full;
 * under the others they do not.
 */
#include <test/preempt.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/timer.h>
#include <test/test.h>

#define BUSY_NS (3 * NS_PER_MS)

/* Only the model decides: not time, not the interrupts that pass. */
MODEL_TEST(preempt, busy_thread_with_the_tick_on)
{
	u64 taken;
	u32 now;

	preempt_begin(MODEL);
	if (timer_works())
		preempt_set_tick(1000);
	preempt_disable();
	preempt_interrupt();
	preempt_enable();
	taken = aid_irqs();
	clock_delay_ns(BUSY_NS);
	for (u32 i = 0; timer_works() && i < 3; i++)
		EXPECT(aid_spin_irqs(aid_irqs()));
	now = runs();
	EXPECT(!timer_works() || aid_irqs() - taken >= 3);
	preempt_set_tick(0);
	EXPECT_RUNS(now, PREEMPTS);
	might_resched();
	now = runs();
	EXPECT_RUNS(now, MODEL != MODEL_NONE);
	preempt_end();
}

/* The tick's reschedule with nobody to switch to: no switch, and the flag does not stay. */
MODEL_TEST(preempt, tick_alone)
{
	u64 before;

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	preempt_model_set(MODEL);
	preempt_set_tick(1000);
	before = this_cpu_read(sched_switches);
	for (u32 i = 0; i < 5; i++)
		EXPECT(aid_spin_irqs(aid_irqs()));
	preempt_set_tick(0);
	if (MODEL != MODEL_FULL)
		schedule();
	EXPECT(!need_resched());
	EXPECT_EQ(this_cpu_read(sched_switches), before);
	preempt_model_set(MODEL_FULL);
}

struct turn {
	struct thread thread;
	u32 nr_turns; /* times that it found the other one had run last */
};

static struct turn turns[2];
static u32 turn_last;
static u64 turn_ns;

/* Busy for @turn_ns, or until both have been here thrice. */
static void turn_run(void *arg)
{
	struct turn *me = arg;
	u32 who = (u32)(me - turns);
	u64 start = clock_ns();

	while (clock_ns() - start < turn_ns) {
		if (READ_ONCE(turn_last) != who) {
			WRITE_ONCE(turn_last, who);
			me->nr_turns++;
		}
		if (turns[0].nr_turns >= 3 && turns[1].nr_turns >= 3)
			break;
	}
}

static void turns_run(u32 tick_hz, u64 ns)
{
	turn_ns = ns;
	turn_last = UINT32_MAX;
	for (u32 i = 0; i < 2; i++)
		turns[i].nr_turns = 0;
	preempt_model_set(MODEL);
	for (u32 i = 0; i < 2; i++)
		EXPECT_EQ(thread_start(&turns[i].thread, "turn", turn_run, &turns[i], 0, PRIO_LOW),
			  0);
	preempt_set_tick(tick_hz);
	for (u32 i = 0; i < 2; i++)
		thread_join(&turns[i].thread);
	preempt_set_tick(0);
	preempt_model_set(MODEL_FULL);
}

/* Two threads of one priority that never give the CPU away: the tick shares it under full only. */
MODEL_TEST(preempt, equals_share_by_the_tick)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	turns_run(1000, PREEMPTS ? AID_BOUND_NS : 3 * BUSY_NS);
	for (u32 i = 0; i < 2; i++)
		EXPECT(PREEMPTS ? turns[i].nr_turns >= 2 : turns[i].nr_turns == 1);
	turns_run(0, 3 * BUSY_NS);
	for (u32 i = 0; i < 2; i++)
		EXPECT_EQ(turns[i].nr_turns, 1);
}
