// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_thread - threads come and go without a trace, run in the order of their priorities, first
 * come first served among equals, stay on their CPU, and no wake-up is lost however it meets the
 * wait. Who preempts whom, and when, is model/preempt.c.
 */
#include <sched/thread.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <lib/errno.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/test.h>

#define STARTS	    1000
#define EQUALS	    4
#define YIELDS	    3
#define PING_ROUNDS 1000
#define SWEEP_NS    1500

static struct thread threads[EQUALS];
static u32 order[EQUALS * YIELDS + 8];
static u32 nr_order;

static void note(u32 who)
{
	if (nr_order < ARRAY_SIZE(order))
		order[nr_order++] = who;
}

static void count_up(void *n)
{
	__atomic_fetch_add((u32 *)n, 1, __ATOMIC_RELAXED);
}

TEST(thread, start_and_join)
{
	u32 n = 0, cpu = 0;

	for (u32 i = 0; i < STARTS; i++) {
		aid_run_on(cpu, count_up, &n);
		cpu = aid_next_cpu(cpu);
	}
	EXPECT_EQ(n, STARTS);
}

TEST(thread, join_after_the_end)
{
	u32 n = 0;

	EXPECT_EQ(thread_start(&threads[0], "ends", count_up, &n, 0, PRIO_HIGH), 0);
	EXPECT_EQ(n, 1);
	thread_join(&threads[0]);
}

TEST(thread, no_such_cpu)
{
	u32 n = 0;

	EXPECT_EQ(thread_start(&threads[0], "none", count_up, &n, nr_cpus_found, PRIO_HIGH),
		  (u64)-ENODEV);
	EXPECT_EQ(thread_start(&threads[0], "none", count_up, &n, UINT32_MAX, PRIO_HIGH),
		  (u64)-ENODEV);
	EXPECT_EQ(n, 0);
}

static void note_context(void *ok)
{
	*(bool *)ok =
		in_task() && !irqs_disabled() && !preempt_count() && !current_thread()->rcu_nesting;
}

TEST(thread, starts_in_task_context)
{
	u32 cpu = 0;

	do {
		bool ok = false;

		aid_run_on(cpu, note_context, &ok);
		EXPECT(ok);
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

TEST(thread, sleep)
{
	static const u64 sleeps[] = { 0, 1, 1000, 100 * NS_PER_US, 5 * NS_PER_MS };

	for (u32 i = 0; i < ARRAY_SIZE(sleeps); i++) {
		u64 start = clock_ns(), took;

		thread_sleep_ns(sleeps[i]);
		took = clock_ns() - start;
		EXPECT(took >= sleeps[i]);
		EXPECT(took <
		       sleeps[i] + (env_counts_instructions() ? 50 * NS_PER_US : AID_BOUND_NS));
	}
}

static void sleep_some(void *unused)
{
	(void)unused;
	for (u32 i = 0; i < 20; i++) {
		u64 start = clock_ns();

		thread_sleep_ns(50 * NS_PER_US);
		EXPECT(clock_ns() - start >= 50 * NS_PER_US);
	}
}

TEST(thread, sleep_on_every_cpu)
{
	aid_run_everywhere(sleep_some, NULL);
}

static void stay(void *unused)
{
	struct thread *t = current_thread();
	u32 cpu = smp_cpu();

	(void)unused;
	EXPECT_EQ(cpu, t->cpu);
	for (u32 i = 0; i < 20; i++) {
		thread_sleep_ns(10 * NS_PER_US);
		schedule();
		EXPECT_EQ(smp_cpu(), cpu);
		EXPECT_EQ(current_thread(), t);
	}
}

TEST(thread, stays_on_its_cpu)
{
	aid_run_everywhere(stay, NULL);
}

static void note_and_yield(void *who)
{
	for (u32 i = 0; i < YIELDS; i++) {
		note((u32)(u64)who);
		schedule();
	}
}

static void join_all(u32 nr)
{
	for (u32 i = 0; i < nr; i++)
		thread_join(&threads[i]);
}

TEST(thread, equals_take_turns)
{
	nr_order = 0;
	for (u32 i = 0; i < EQUALS; i++)
		EXPECT_EQ(thread_start(&threads[i], "equal", note_and_yield, (void *)(u64)i, 0,
				       PRIO_LOW),
			  0);
	join_all(EQUALS);
	EXPECT_EQ(nr_order, EQUALS * YIELDS);
	for (u32 i = 0; i < EQUALS * YIELDS; i++)
		EXPECT_EQ(order[i], i % EQUALS);
}

static void note_prio(void *unused)
{
	(void)unused;
	note(current_thread()->prio);
}

/* Made runnable in one section, they run by priority and not in the order of their start. */
TEST(thread, highest_first)
{
	static const u32 prios[EQUALS] = { PRIO_LOW, PRIO_HIGH, NR_PRIOS - 1, PRIO_HIGH - 1 };
	static const u32 want[EQUALS] = { NR_PRIOS - 1, PRIO_HIGH, PRIO_HIGH - 1, PRIO_LOW };

	nr_order = 0;
	preempt_disable();
	for (u32 i = 0; i < EQUALS; i++)
		EXPECT_EQ(thread_start(&threads[i], "prio", note_prio, NULL, 0, prios[i]), 0);
	EXPECT_EQ(nr_order, 0);
	preempt_enable();
	EXPECT_EQ(nr_order, EQUALS - 1);
	join_all(EQUALS);
	for (u32 i = 0; i < EQUALS; i++)
		EXPECT_EQ(order[i], want[i]);
}

static struct sleeper sleeper;

static void note_around_wake(void *who)
{
	note((u32)(u64)who);
	sleeper_wake(&sleeper);
	note((u32)(u64)who);
}

/* Whoever gave way to a higher priority goes on before its equals. */
TEST(thread, preempted_goes_on_first)
{
	static const u32 want[] = { 0, 0, 1, 1 };

	nr_order = 0;
	sleeper_start(&sleeper, 0, PRIO_HIGH);
	for (u32 i = 0; i < 2; i++)
		EXPECT_EQ(thread_start(&threads[i], "pair", note_around_wake, (void *)(u64)i, 0,
				       PRIO_LOW),
			  0);
	join_all(2);
	EXPECT_EQ(sleeper_runs(&sleeper), 2);
	sleeper_stop(&sleeper);
	for (u32 i = 0; i < ARRAY_SIZE(want); i++)
		EXPECT_EQ(order[i], want[i]);
}

TEST(thread, wake_before_wait)
{
	u64 switches = this_cpu_read(sched_switches);

	thread_wake(current_thread());
	thread_wake(current_thread());
	thread_wait();
	EXPECT_EQ(this_cpu_read(sched_switches), switches);
}

struct alarm {
	struct timer timer;
	struct thread *sleeper;
	u32 fired;
};

static struct alarm alarm;

static void alarm_fire(struct timer *t)
{
	struct alarm *a = container_of(t, struct alarm, timer);

	WRITE_ONCE(a->fired, 1);
	thread_wake(a->sleeper);
}

static void alarm_set(u64 ns)
{
	unsigned long flags;

	local_irq_save(flags);
	list_init(&alarm.timer.node);
	alarm.timer.fire = alarm_fire;
	alarm.sleeper = current_thread();
	alarm.fired = 0;
	timer_arm(&alarm.timer, ns);
	local_irq_restore(flags);
}

static void run_always(void *stop)
{
	while (!READ_ONCE(*(u32 *)stop))
		count_up(&nr_order);
}

/*
 * A wake-up at every distance from before the wait to behind it. It is not lost, which would hang
 * here; and it does not leave the thread on the run queue twice, which would keep it from ever
 * waiting again and starve whoever is below it.
 */
TEST(thread, wake_at_every_distance)
{
	u32 stop = 0;
	u64 start;

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	for (u64 ns = 0; ns < SWEEP_NS; ns++) {
		alarm_set(ns);
		while (!READ_ONCE(alarm.fired))
			thread_wait();
	}
	nr_order = 0;
	EXPECT_EQ(thread_start(&threads[0], "below", run_always, &stop, 0, PRIO_LOW), 0);
	/* More than once, since a host may stall for the length of a sleep. */
	start = clock_ns();
	do {
		u64 before = clock_ns();

		thread_sleep_ns(5 * NS_PER_MS);
		EXPECT(clock_ns() - before >= 5 * NS_PER_MS);
	} while (!READ_ONCE(nr_order) && clock_ns() - start < AID_BOUND_NS);
	EXPECT(READ_ONCE(nr_order));
	stop = 1;
	thread_join(&threads[0]);
}

struct ping {
	struct thread thread;
	struct ping *other;
	u32 ball; /* set by the other side, cleared by this one */
	u32 cpu;
};

static struct ping pings[2];

/* Waits are left early when a wake-up came for the ball before; the ball decides. */
static void ping_run(void *arg)
{
	struct ping *me = arg;

	for (u32 i = 0; i < PING_ROUNDS; i++) {
		while (!__atomic_exchange_n(&me->ball, 0, __ATOMIC_ACQ_REL))
			thread_wait();
		EXPECT_EQ(smp_cpu(), me->cpu);
		__atomic_store_n(&me->other->ball, 1, __ATOMIC_RELEASE);
		thread_wake(&me->other->thread);
	}
}

static void ping_start(u32 i, u32 cpu)
{
	pings[i].other = &pings[1 - i];
	pings[i].cpu = cpu;
	pings[i].ball = !i;
}

/* Both wait for a moment only, so the wake-up from the other CPU meets the wait in every phase. */
static void ping_pong(u32 a, u32 b)
{
	ping_start(0, a);
	ping_start(1, b);
	/* The second one's structure must be valid before the first one wakes it. */
	preempt_disable();
	EXPECT_EQ(thread_start(&pings[1].thread, "pong", ping_run, &pings[1], b, PRIO_NORMAL), 0);
	EXPECT_EQ(thread_start(&pings[0].thread, "ping", ping_run, &pings[0], a, PRIO_NORMAL), 0);
	preempt_enable();
	thread_join(&pings[0].thread);
	thread_join(&pings[1].thread);
	EXPECT(pings[0].ball && !pings[1].ball);
}

TEST(thread, ping_pong_on_one_cpu)
{
	ping_pong(0, 0);
}

TEST(thread, ping_pong_between_cpus)
{
	u32 cpu = aid_next_cpu(0);

	if (!cpu) {
		SKIP("one CPU");
		return;
	}
	ping_pong(0, cpu);
	ping_pong(cpu, aid_next_cpu(cpu));
}

static void sleepers_busy(void *s)
{
	for (u32 i = 0; i < 300; i++) {
		sleeper_wake(s);
		if (i % 16 == 0)
			thread_sleep_ns(20 * NS_PER_US);
	}
}

/* Everybody wakes one thread: it runs at least once, and afterwards it waits as before. */
TEST(thread, woken_by_all)
{
	u32 runs;

	sleeper_start(&sleeper, 0, PRIO_HIGH);
	aid_run_everywhere(sleepers_busy, &sleeper);
	runs = sleeper_runs(&sleeper);
	EXPECT(runs >= 1 && runs <= 300 * nr_cpus_online);
	thread_sleep_ns(NS_PER_MS);
	runs = sleeper_runs(&sleeper);
	thread_sleep_ns(NS_PER_MS);
	EXPECT_EQ(sleeper_runs(&sleeper), runs);
	EXPECT_EQ(READ_ONCE(sleeper.thread.state), THREAD_WAITING);
	sleeper_stop(&sleeper);
}

TEST(thread, wake_on_another_cpu)
{
	u32 cpu = aid_next_cpu(0);

	if (!cpu) {
		SKIP("one CPU");
		return;
	}
	sleeper_start(&sleeper, cpu, PRIO_NORMAL);
	for (u32 i = 1; i <= 500; i++) {
		sleeper_wake(&sleeper);
		EXPECT(aid_spin_until(&sleeper.runs, i));
	}
	sleeper_stop(&sleeper);
}
