// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_storm - threads of all priorities on all CPUs that wake each other, wait, sleep, enter
 * sections and are interrupted, in an order that differs from boot to boot on more than one CPU.
 * Whatever happens, each gets to its end, nobody leaves its CPU, and no section is left by a
 * switch.
 */
#include <arch/ipi.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <core/softirq.h>
#include <core/spinlock.h>
#include <sched/rcu.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/test.h>

#define PER_CPU_THREADS 3
#define CPUS_AT_MOST	16
#define STEPS		200
#define GATE_NS		(100 * NS_PER_US)

struct stormer {
	struct thread thread;
	u32 seed;
	u32 cpu;
};

static struct stormer stormers[CPUS_AT_MOST * PER_CPU_THREADS];
static u32 nr_stormers;
static u32 nr_running;
static bool all_started;
static struct spinlock storm_lock;
static u64 storm_sum; /* under storm_lock */
static DEFINE_PER_CPU(u32, section_owner);

static u32 storm_random(struct stormer *s)
{
	s->seed = s->seed * 1664525u + 1013904223u;
	return s->seed >> 16;
}

/* With preemption off nobody else of this CPU can have been here in between. */
static void storm_section(struct stormer *s)
{
	u32 me = (u32)(s - stormers) + 1;

	preempt_disable();
	this_cpu_write(section_owner, me);
	arch_ipi_self(IPI_HOOK);
	for (u32 i = 0; i < 50; i++)
		cpu_relax();
	EXPECT_EQ(this_cpu_read(section_owner), me);
	preempt_enable();
}

static void storm_add(void)
{
	unsigned long flags;

	spin_lock_irqsave(&storm_lock, flags);
	storm_sum++;
	spin_unlock_irqrestore(&storm_lock, flags);
}

static void storm_bottom_half(void)
{
	local_bh_disable();
	softirq_raise(SOFTIRQ_HOOK);
	local_bh_enable();
}

static void storm_read(struct stormer *s)
{
	rcu_read_lock();
	thread_wake(&stormers[storm_random(s) % nr_stormers].thread);
	rcu_read_unlock();
	EXPECT(!current_thread()->rcu_was_preempted);
}

static void storm_step(struct stormer *s)
{
	switch (storm_random(s) % 6) {
	case 0:
		thread_sleep_ns(storm_random(s) % (30 * NS_PER_US));
		break;
	case 1:
		storm_section(s);
		break;
	case 2:
		storm_bottom_half();
		break;
	case 3:
		storm_read(s);
		break;
	case 4:
		schedule();
		break;
	default:
		thread_wake(&stormers[storm_random(s) % nr_stormers].thread);
	}
	storm_add();
	EXPECT_EQ(smp_cpu(), s->cpu);
	EXPECT(in_task() && !preempt_count() && !irqs_disabled());
}

/* Nobody begins or ends without the others: a wake-up must find its thread's structure alive. */
static void storm_run(void *arg)
{
	struct stormer *s = arg;

	while (!READ_ONCE(all_started))
		thread_sleep_ns(GATE_NS);
	for (u32 i = 0; i < STEPS; i++)
		storm_step(s);
	__atomic_fetch_sub(&nr_running, 1, __ATOMIC_ACQ_REL);
	while (__atomic_load_n(&nr_running, __ATOMIC_ACQUIRE))
		thread_sleep_ns(GATE_NS);
}

static void wake_somebody(void *unused)
{
	(void)unused;
	thread_wake(&stormers[this_cpu_read(irqs_taken) % nr_stormers].thread);
}

static void hooks_set(void *hook)
{
	irq_set_hook((void (*)(void *))hook, NULL);
	softirq_set_hook((void (*)(void *))hook, NULL);
}

static void hooks_set_everywhere(void (*hook)(void *))
{
	u32 cpu = 0;

	do {
		EXPECT_EQ(smp_call(cpu, hooks_set, (void *)hook, AID_BOUND_NS), 0);
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

static void storm_start(void)
{
	static const u32 prios[PER_CPU_THREADS] = { PRIO_LOW, PRIO_NORMAL, PRIO_HIGH };
	u32 cpu = 0, i = 0;

	do {
		for (u32 p = 0; p < PER_CPU_THREADS; p++, i++) {
			stormers[i].cpu = cpu;
			stormers[i].seed = i;
			EXPECT_EQ(thread_start(&stormers[i].thread, "storm", storm_run,
					       &stormers[i], cpu, prios[p]),
				  0);
		}
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

IRQ_TEST(storm, everybody_gets_through)
{
	if (nr_cpus_online > CPUS_AT_MOST) {
		SKIP("too many CPUs for its threads");
		return;
	}
	nr_stormers = nr_cpus_online * PER_CPU_THREADS;
	nr_running = nr_stormers;
	storm_sum = 0;
	all_started = false;
	storm_start();
	hooks_set_everywhere(wake_somebody);
	WRITE_ONCE(all_started, true);
	for (u32 i = 0; i < nr_stormers; i++)
		thread_join(&stormers[i].thread);
	hooks_set_everywhere(NULL);
	EXPECT_EQ(storm_sum, (u64)nr_stormers * STEPS);
}
