// SPDX-License-Identifier: GPL-2.0-only
/*
 * remote - the wake-up comes from another CPU: the interrupt that it sends is the only thing that
 * this CPU hears of it, and preempts here exactly as one of this CPU's own would.
 *
 * A worker on the other CPU is busy, in a section or not; CPU 0 wakes the thread there and sees the
 * interrupt taken.
 */
#include <test/preempt.h>

#include <core/clock.h>
#include <core/percpu.h>
#include <test/test.h>

struct remote {
	struct thread worker;
	u32 cpu;
	bool in_section;
	u32 entered, release;	    /* worker to CPU 0, and back */
	u32 inside, ended, yielded; /* the thread's runs, as the worker read them */
};

static struct remote remote;

static void work(void *arg)
{
	struct remote *r = arg;

	if (r->in_section)
		preempt_disable();
	WRITE_ONCE(r->entered, 1);
	while (!READ_ONCE(r->release))
		cpu_relax();
	r->inside = runs();
	if (r->in_section)
		preempt_enable();
	r->ended = runs();
	schedule();
	r->yielded = runs();
}

/* The worker is busy on another CPU, the thread waits there. False: there is no other CPU. */
static bool remote_begin(bool in_section)
{
	remote = (struct remote){ .cpu = aid_next_cpu(0), .in_section = in_section };
	if (!remote.cpu) {
		SKIP("one CPU");
		return false;
	}
	sleeper_start(&preempt_high, remote.cpu, PRIO_HIGH);
	preempt_model_set(MODEL);
	EXPECT_EQ(thread_start(&remote.worker, "worker", work, &remote, remote.cpu, PRIO_NORMAL),
		  0);
	EXPECT(aid_spin_until(&remote.entered, 1));
	return true;
}

static void remote_end(void)
{
	WRITE_ONCE(remote.release, 1);
	thread_join(&remote.worker);
	EXPECT_EQ(remote.yielded, 1);
	preempt_model_set(MODEL_FULL);
	sleeper_stop(&preempt_high);
}

static void wake_remote(void)
{
	u64 taken = READ_ONCE(per_cpu(irqs_taken, remote.cpu)), start = clock_ns();

	sleeper_wake(&preempt_high);
	while (READ_ONCE(per_cpu(irqs_taken, remote.cpu)) == taken &&
	       clock_ns() - start < AID_BOUND_NS)
		cpu_relax();
	EXPECT(READ_ONCE(per_cpu(irqs_taken, remote.cpu)) != taken);
	/* The interrupt is counted before it is over. */
	clock_delay_ns(NS_PER_MS);
}

MODEL_TEST(preempt, remote_wake_in_a_section)
{
	if (!remote_begin(true))
		return;
	wake_remote();
	EXPECT_EQ(runs(), 0);
	remote_end();
	EXPECT_EQ(remote.inside, 0);
	EXPECT_EQ(remote.ended, PREEMPTS);
}

MODEL_TEST(preempt, remote_wake_of_a_busy_cpu)
{
	if (!remote_begin(false))
		return;
	wake_remote();
	if (PREEMPTS)
		EXPECT(aid_spin_until(&preempt_high.runs, 1));
	EXPECT_EQ(runs(), PREEMPTS);
	remote_end();
	EXPECT_EQ(remote.inside, PREEMPTS);
	EXPECT_EQ(remote.ended, PREEMPTS);
}

/* An idle CPU has nobody to preempt: in every model it runs what is woken, again and again. */
MODEL_TEST(preempt, remote_wake_of_an_idle_cpu)
{
	u32 cpu = aid_next_cpu(0);

	if (!cpu) {
		SKIP("one CPU");
		return;
	}
	sleeper_start(&preempt_high, cpu, PRIO_LOW);
	preempt_model_set(MODEL);
	for (u32 i = 1; i <= 100; i++) {
		sleeper_wake(&preempt_high);
		EXPECT(aid_spin_until(&preempt_high.runs, i));
	}
	preempt_model_set(MODEL_FULL);
	sleeper_stop(&preempt_high);
}

/* This CPU gives itself away and is idle until its timer. */
MODEL_TEST(preempt, sleep)
{
	preempt_model_set(MODEL);
	for (u32 i = 0; i < 20; i++) {
		u64 start = clock_ns();

		thread_sleep_ns(50 * NS_PER_US);
		EXPECT(clock_ns() - start >= 50 * NS_PER_US);
	}
	preempt_model_set(MODEL_FULL);
}
