// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_wait - each kind of wait has its own wake-up: a sleep or a join in between neither uses up
 * one that was for thread_wait(), nor leaves one behind. No wake-up lost in the moment of waiting
 * is test_thread.
 */
#include <sched/thread.h>

#include <core/clock.h>
#include <lib/string.h>
#include <test/aid.h>
#include <test/test.h>

#define BETWEEN_NS (5 * NS_PER_MS)
#define POLL_NS	   (50 * NS_PER_US)
#define SLEEPS	   100

/* Does something in between, then waits twice. */
struct patient {
	struct thread thread;
	struct thread other; /* whom it joins */
	u32 stage;	     /* 1: in between, 2: done with it */
	u32 returned;	     /* how many waits have */
};

static struct patient patient;

static void patient_wait_twice(struct patient *p)
{
	for (u32 i = 1; i <= 2; i++) {
		thread_wait();
		WRITE_ONCE(p->returned, i);
	}
}

static void sleep_then_wait(void *arg)
{
	struct patient *p = arg;

	WRITE_ONCE(p->stage, 1);
	thread_sleep_ns(BETWEEN_NS);
	patient_wait_twice(p);
}

static void sleep_long(void *unused)
{
	(void)unused;
	thread_sleep_ns(BETWEEN_NS);
}

static void join_then_wait(void *arg)
{
	struct patient *p = arg;

	EXPECT_EQ(thread_start(&p->other, "other", sleep_long, NULL, smp_cpu(), PRIO_NORMAL), 0);
	WRITE_ONCE(p->stage, 1);
	thread_join(&p->other);
	patient_wait_twice(p);
}

/* Among wake-ups that are not for it. */
static void sleep_often_then_wait(void *arg)
{
	struct patient *p = arg;

	WRITE_ONCE(p->stage, 1);
	for (u32 i = 0; i < SLEEPS; i++) {
		u64 start = clock_ns(), ns = 10 * NS_PER_US + i * 100;

		thread_sleep_ns(ns);
		EXPECT(clock_ns() - start >= ns);
	}
	WRITE_ONCE(p->stage, 2);
	thread_sleep_ns(BETWEEN_NS);
	patient_wait_twice(p);
}

static void patient_start(void (*fn)(void *arg), u32 cpu)
{
	memset(&patient, 0, sizeof(patient));
	EXPECT_EQ(thread_start(&patient.thread, "patient", fn, &patient, cpu, PRIO_NORMAL), 0);
	while (!READ_ONCE(patient.stage))
		thread_sleep_ns(POLL_NS);
}

/* What was woken in between ends the first wait and not the second one. */
static void patient_end(void)
{
	u64 start = clock_ns();

	while (!READ_ONCE(patient.returned) && clock_ns() - start < AID_BOUND_NS)
		thread_sleep_ns(POLL_NS);
	thread_sleep_ns(NS_PER_MS);
	EXPECT_EQ(READ_ONCE(patient.returned), 1);
	/* One that was lost would hold up the join. */
	while (READ_ONCE(patient.returned) < 2) {
		thread_wake(&patient.thread);
		thread_sleep_ns(NS_PER_MS);
	}
	thread_join(&patient.thread);
}

static void wake_in_between(void (*fn)(void *arg), u32 cpu)
{
	patient_start(fn, cpu);
	thread_sleep_ns(POLL_NS);
	thread_wake(&patient.thread);
	patient_end();
}

TEST(wait, woken_during_a_sleep)
{
	wake_in_between(sleep_then_wait, 0);
	wake_in_between(sleep_then_wait, aid_next_cpu(0));
}

TEST(wait, woken_during_a_join)
{
	wake_in_between(join_then_wait, 0);
	wake_in_between(join_then_wait, aid_next_cpu(0));
}

TEST(wait, woken_during_many_sleeps)
{
	u32 i = 0;

	patient_start(sleep_often_then_wait, aid_next_cpu(0));
	/* Once at least: on a host that stalls here the sleeps may be over already. */
	do {
		thread_wake(&patient.thread);
		thread_sleep_ns((1 + i++ % 16) * NS_PER_US);
	} while (READ_ONCE(patient.stage) == 1);
	patient_end();
}
