// SPDX-License-Identifier: GPL-2.0-only
/*
 * aid - hooks, bounded waits, threads on every CPU, and the thread that waits.
 */
#include <test/aid.h>

#include <core/clock.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <core/softirq.h>
#include <sched/sched.h>
#include <test/test.h>

#define POLL_NS (20 * NS_PER_US)

static struct thread aid_threads[CPUS_MAX];

void aid_set_irq_hook(void (*hook)(void *arg), void *arg)
{
	preempt_disable();
	irq_set_hook(hook, arg);
	preempt_enable();
}

void aid_set_softirq_hook(void (*hook)(void *arg), void *arg)
{
	preempt_disable();
	softirq_set_hook(hook, arg);
	preempt_enable();
}

bool aid_spin_until(const u32 *word, u32 value)
{
	u64 start = clock_ns();

	while (READ_ONCE(*word) != value) {
		if (clock_ns() - start > AID_BOUND_NS)
			return false;
		cpu_relax();
	}
	return true;
}

bool aid_wait_until(const u32 *word, u32 value)
{
	u64 start = clock_ns();

	while (READ_ONCE(*word) != value) {
		if (clock_ns() - start > AID_BOUND_NS)
			return false;
		thread_sleep_ns(POLL_NS);
	}
	return true;
}

bool aid_spin_irqs(u64 before)
{
	u64 start = clock_ns();

	while (aid_irqs() == before) {
		if (clock_ns() - start > AID_BOUND_NS)
			return false;
		cpu_relax();
	}
	return true;
}

u32 aid_next_cpu(u32 cpu)
{
	do {
		cpu = (cpu + 1) % nr_cpus_found;
	} while (!cpu_is_online(cpu));
	return cpu;
}

void aid_run_on(u32 cpu, void (*fn)(void *arg), void *arg)
{
	int error = thread_start(&aid_threads[cpu], "aid", fn, arg, cpu, PRIO_NORMAL);

	EXPECT_EQ(error, 0);
	if (!error)
		thread_join(&aid_threads[cpu]);
}

void aid_run_below(u32 end, void (*fn)(void *arg), void *arg)
{
	for (u32 cpu = 0; cpu < end; cpu++)
		if (cpu_is_online(cpu))
			EXPECT_EQ(thread_start(&aid_threads[cpu], "aid", fn, arg, cpu, PRIO_NORMAL),
				  0);
	for (u32 cpu = 0; cpu < end; cpu++)
		if (cpu_is_online(cpu))
			thread_join(&aid_threads[cpu]);
}

void aid_run_everywhere(void (*fn)(void *arg), void *arg)
{
	aid_run_below(nr_cpus_found, fn, arg);
}

static void sleeper_run(void *arg)
{
	struct sleeper *s = arg;

	for (;;) {
		thread_wait();
		if (READ_ONCE(s->stop))
			return;
		WRITE_ONCE(s->runs, s->runs + 1);
	}
}

void sleeper_start(struct sleeper *s, u32 cpu, u32 prio)
{
	u64 start = clock_ns();

	s->runs = 0;
	s->stop = false;
	EXPECT_EQ(thread_start(&s->thread, "sleeper", sleeper_run, s, cpu, prio), 0);
	while (READ_ONCE(s->thread.state) != THREAD_WAITING && clock_ns() - start < AID_BOUND_NS)
		thread_sleep_ns(POLL_NS);
	EXPECT_EQ(READ_ONCE(s->thread.state), THREAD_WAITING);
}

void sleeper_wake(struct sleeper *s)
{
	thread_wake(&s->thread);
}

void sleeper_wake_hook(void *s)
{
	sleeper_wake(s);
}

void sleeper_stop(struct sleeper *s)
{
	WRITE_ONCE(s->stop, true);
	thread_wake(&s->thread);
	thread_join(&s->thread);
}
