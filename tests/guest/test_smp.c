// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_smp - every CPU answers, knows who it is and has its own area; interrupts from each to each;
 * calls that cross, and calls that come too late.
 */
#include <core/smp.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <lib/errno.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/test.h>

/* From each to each is quadratic. */
#define SENDERS_MAX 12
#define ROUNDS	    3

extern char __percpu_start[], __percpu_end[];

static DEFINE_PER_CPU(u64, own_word);
static DEFINE_PER_CPU(u32, own_hooks);

struct answer {
	u32 slot;
	bool hardirq;
	u64 hw_id;
};

static void answer(void *arg)
{
	struct answer *a = arg;

	a->slot = smp_cpu();
	a->hardirq = in_hardirq() && !in_task() && irqs_disabled();
	a->hw_id = arch_cpu_hw_id();
}

IRQ_TEST(smp, every_cpu_answers)
{
	u32 cpu = 0, nr = 0;

	do {
		struct answer a = { .slot = UINT32_MAX };

		EXPECT_EQ(smp_call(cpu, answer, &a, AID_BOUND_NS), 0);
		EXPECT_EQ(a.slot, cpu);
		EXPECT_EQ(a.hw_id, cpu_descs[cpu].hw_id);
		EXPECT(a.hardirq);
		nr++;
		cpu = aid_next_cpu(cpu);
	} while (cpu);
	EXPECT_EQ(nr, nr_cpus_online);
}

TEST(smp, absent_cpu)
{
	struct answer a = { .slot = UINT32_MAX };

	EXPECT_EQ(smp_call(nr_cpus_found, answer, &a, NS_PER_MS), (u64)-ENODEV);
	EXPECT_EQ(smp_call(UINT32_MAX, answer, &a, NS_PER_MS), (u64)-ENODEV);
	EXPECT_EQ(a.slot, UINT32_MAX);
}

/* Nobody has asked these to start: one that claims to be one of them is not let in. */
TEST(smp, nobody_comes_unasked)
{
	EXPECT(!smp_set_online(0));
	EXPECT(cpu_is_online(0));
	for (u32 slot = nr_cpus_found; slot < CPUS_MAX; slot++) {
		EXPECT(!smp_set_online(slot));
		EXPECT(!cpu_is_online(slot));
	}
}

/* Left out is left out: a late answer neither brings it in nor changes the reason. */
TEST(smp, nobody_comes_late)
{
	for (u32 slot = 1; slot < nr_cpus_found; slot++) {
		const char *refusal = cpus[slot].refusal;
		bool online = cpu_is_online(slot);

		EXPECT_EQ(online, !refusal);
		EXPECT(!smp_set_online(slot));
		EXPECT_EQ(cpu_is_online(slot), online);
		EXPECT(cpus[slot].refusal == refusal);
	}
}

TEST(smp, percpu_areas_are_apart)
{
	u64 bytes = (u64)(__percpu_end - __percpu_start);
	u32 a = 0;

	EXPECT_EQ(percpu_offsets[0], 0);
	do {
		for (u32 b = aid_next_cpu(a); b; b = aid_next_cpu(b)) {
			u64 apart = percpu_offsets[a] - percpu_offsets[b];

			EXPECT(apart >= bytes && -apart >= bytes);
		}
		a = aid_next_cpu(a);
	} while (a);
}

static void write_own(void *unused)
{
	(void)unused;
	EXPECT_EQ(this_cpu_ptr(&own_word), &per_cpu(own_word, smp_cpu()));
	this_cpu_write(own_word, 1000 + smp_cpu());
	for (u32 i = 0; i < 500; i++)
		this_cpu_add(own_word, 3);
	EXPECT_EQ(this_cpu_read(own_word), 2500 + smp_cpu());
}

TEST(smp, percpu_words)
{
	u32 cpu = 0;

	aid_run_everywhere(write_own, NULL);
	do {
		EXPECT_EQ(per_cpu(own_word, cpu), 2500 + cpu);
		per_cpu(own_word, cpu) = 7;
		cpu = aid_next_cpu(cpu);
	} while (cpu);
	EXPECT_EQ(this_cpu_read(own_word), 7);
}

static void add_hook(void *unused)
{
	(void)unused;
	this_cpu_add(own_word, 1);
}

/*
 * One step with respect to interrupts: a timer's additions between ours, and none of either is
 * lost.
 */
IRQ_TEST(smp, percpu_add_is_one_step)
{
	u64 taken = aid_irqs();

	this_cpu_write(own_word, 0);
	aid_set_irq_hook(add_hook, NULL);
	for (u32 i = 0; i < 2000; i++) {
		arch_ipi_self(IPI_HOOK);
		this_cpu_add(own_word, 1);
		this_cpu_add(own_word, 1);
	}
	clock_delay_ns(NS_PER_MS);
	EXPECT_EQ(this_cpu_read(own_word), 4000 + aid_irqs() - taken);
	aid_set_irq_hook(NULL, NULL);
}

static void count_hook(void *unused)
{
	(void)unused;
	WRITE_ONCE(*this_cpu_ptr(&own_hooks), this_cpu_read(own_hooks) + 1);
}

static void hook_set(void *hook)
{
	irq_set_hook((void (*)(void *))hook, NULL);
	this_cpu_write(own_hooks, 0);
}

static void hook_set_everywhere(void (*hook)(void *))
{
	u32 cpu = 0;

	do {
		EXPECT_EQ(smp_call(cpu, hook_set, (void *)hook, AID_BOUND_NS), 0);
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

static void send_to_all(void *unused)
{
	u32 here = smp_cpu();

	(void)unused;
	for (u32 to = aid_next_cpu(here); to != here; to = aid_next_cpu(to)) {
		for (u32 i = 0; i < ROUNDS; i++) {
			u32 before = READ_ONCE(per_cpu(own_hooks, to));

			arch_ipi_send(to, IPI_HOOK);
			EXPECT(aid_spin_until(&per_cpu(own_hooks, to), before + 1));
		}
	}
}

/* One sender at a time, each interrupt waited for: none is lost, none comes twice. */
IRQ_TEST(smp, interrupts_from_each_to_each)
{
	u32 from = 0, senders = 0;

	hook_set_everywhere(count_hook);
	do {
		aid_run_on(from, send_to_all, NULL);
		from = aid_next_cpu(from);
	} while (from && ++senders < SENDERS_MAX);
	hook_set_everywhere(NULL);
}

static void add_one(void *arg)
{
	__atomic_fetch_add((u64 *)arg, 1, __ATOMIC_RELAXED);
}

static void call_all(void *total)
{
	u32 here = smp_cpu(), cpu = here;

	do {
		for (u32 i = 0; i < ROUNDS; i++)
			EXPECT_EQ(smp_call(cpu, add_one, total, AID_BOUND_NS), 0);
		cpu = aid_next_cpu(cpu);
	} while (cpu != here);
}

/* All call all at once: whoever waits for an answer must go on answering. */
IRQ_TEST(smp, crossing_calls)
{
	u64 total = 0;

	if (nr_cpus_online > SENDERS_MAX) {
		SKIP("quadratic in the number of CPUs");
		return;
	}
	aid_run_everywhere(call_all, &total);
	EXPECT_EQ(total, (u64)nr_cpus_online * nr_cpus_online * ROUNDS);
}

struct late {
	u32 entered;
	u32 release;
	u32 runs;
};

static struct late late;

/* In hard interrupt context on the other CPU, until released. */
static void hold(void *unused)
{
	(void)unused;
	WRITE_ONCE(late.entered, 1);
	EXPECT(aid_spin_until(&late.release, 1));
}

static void count_run(void *unused)
{
	(void)unused;
	WRITE_ONCE(late.runs, late.runs + 1);
}

static void release_fire(struct timer *t)
{
	(void)t;
	WRITE_ONCE(late.release, 1);
}

static void release_in(struct timer *t, u64 ns)
{
	unsigned long flags;

	local_irq_save(flags);
	list_init(&t->node);
	t->fire = release_fire;
	timer_arm(t, ns);
	local_irq_restore(flags);
}

/*
 * A call that was given up still runs; the next one waits for its own answer, not for that one's.
 */
TEST(smp, call_behind_a_late_one)
{
	static struct timer timer;
	u32 cpu = aid_next_cpu(0);

	if (!cpu) {
		SKIP("one CPU");
		return;
	}
	late = (struct late){ 0 };
	/* One that a stopped host kept from beginning in time is as if it had not been made. */
	for (u32 i = 0; i < 50 && !READ_ONCE(late.entered); i++)
		EXPECT_EQ(smp_call(cpu, hold, NULL, 20 * NS_PER_MS), (u64)-ETIMEDOUT);
	EXPECT(READ_ONCE(late.entered));
	release_in(&timer, NS_PER_MS);
	EXPECT_EQ(smp_call(cpu, count_run, NULL, AID_BOUND_NS), 0);
	EXPECT_EQ(late.runs, 1);
	EXPECT_EQ(smp_call(cpu, count_run, NULL, AID_BOUND_NS), 0);
	EXPECT_EQ(late.runs, 2);
}

static void mask_until_released(void *unused)
{
	unsigned long flags;

	(void)unused;
	local_irq_save(flags);
	WRITE_ONCE(late.entered, 1);
	EXPECT(aid_spin_until(&late.release, 1));
	local_irq_restore(flags);
}

/* A call that was given up before it began never runs, and not in the place of the next one. */
TEST(smp, call_to_a_masked_cpu)
{
	static struct thread thread;
	u32 cpu = aid_next_cpu(0);

	if (!cpu) {
		SKIP("one CPU");
		return;
	}
	late = (struct late){ 0 };
	EXPECT_EQ(thread_start(&thread, "masked", mask_until_released, NULL, cpu, PRIO_NORMAL), 0);
	EXPECT(aid_spin_until(&late.entered, 1));
	EXPECT_EQ(smp_call(cpu, count_run, NULL, NS_PER_MS), (u64)-ETIMEDOUT);
	EXPECT_EQ(late.runs, 0);
	WRITE_ONCE(late.release, 1);
	thread_join(&thread);
	EXPECT_EQ(smp_call(cpu, add_one, &(u64){ 0 }, AID_BOUND_NS), 0);
	EXPECT_EQ(late.runs, 0);
}
