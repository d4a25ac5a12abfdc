// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu - readers as each model compiles them. One that keeps its CPU without a trace in memory holds
 * up a grace period; and under load on all CPUs, with two readers a CPU, interrupts that read, and
 * the tick, nobody ever reads an object that was given back.
 *
 * An object is poisoned when a grace period has passed since it was unpublished. A reader that
 * sees the poison was not waited for.
 */
#include <sched/rcu.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <core/timer.h>
#include <sched/sched.h>
#include <sched/wait.h>
#include <test/aid.h>
#include <test/test.h>

#define NR_OBJECTS   16
#define READERS_MAX  16
#define TICK_HZ	     1000
#define LIVE	     0x11fe11feu
#define POISON	     0xdeaddeadu
#define LENGTH_MASK  0x1fff /* looks in a section: long against the end of a grace period */
#define NR_ASKED     5
#define LOAD_NS	     NS_PER_SECOND
#define LOAD_INSN_NS (40 * NS_PER_MS) /* under icount, where a nanosecond is an instruction */

struct object {
	struct rcu_head head;
	u32 word;
};

static struct object objects[NR_OBJECTS];
static struct object *published;
static struct thread readers[READERS_MAX];
static u32 nr_poisoned, nr_sections, stop;

/* Long enough that many are interrupted; looks at the object all the time. */
static __always_inline u32 section(u32 length)
{
	const struct object *o;
	u32 bad = 0;

	rcu_read_lock();
	o = __atomic_load_n(&published, __ATOMIC_ACQUIRE);
	for (u32 i = 0; i < length; i++)
		bad += READ_ONCE(o->word) != LIVE;
	rcu_read_unlock();
	return bad;
}

static void section_in_interrupt(void *unused)
{
	(void)unused;
	__atomic_fetch_add(&nr_poisoned, section(20), __ATOMIC_RELAXED);
}

static void tick_set(u32 hz)
{
	unsigned long flags;

	local_irq_save(flags);
	if (timer_works())
		timer_set_tick(hz);
	local_irq_restore(flags);
}

/* Two of these a CPU: under full the tick makes them take turns, in the middle of sections. */
static void reader_run(void *unused)
{
	u32 length = smp_cpu();

	(void)unused;
	while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
		length = (length * 1103515245 + 12345) & LENGTH_MASK;
		__atomic_fetch_add(&nr_poisoned, section(length), __ATOMIC_RELAXED);
		__atomic_fetch_add(&nr_sections, 1, __ATOMIC_RELAXED);
		if (!(length & 0x1f))
			arch_ipi_self(IPI_HOOK);
		cond_resched();
	}
}

static void cpu_begin(void *unused)
{
	(void)unused;
	aid_set_irq_hook(section_in_interrupt, NULL);
	tick_set(TICK_HZ);
}

static void cpu_end(void *unused)
{
	(void)unused;
	tick_set(0);
	aid_set_irq_hook(NULL, NULL);
}

static void poison(struct rcu_head *head)
{
	WRITE_ONCE(container_of(head, struct object, head)->word, POISON);
}

/* Another object than the published one. Those on their way to the poison are waited for. */
static struct object *object_take(u32 round)
{
	struct object *o = &objects[round % NR_OBJECTS];

	if (READ_ONCE(o->word) == LIVE)
		rcu_barrier();
	EXPECT_EQ(READ_ONCE(o->word), POISON);
	WRITE_ONCE(o->word, LIVE);
	return o;
}

static void object_replace(u32 round)
{
	struct object *old = published;

	__atomic_store_n(&published, object_take(round), __ATOMIC_RELEASE);
	if (round % 2) {
		call_rcu(&old->head, poison);
	} else {
		synchronize_rcu();
		poison(&old->head);
	}
}

static u32 readers_start(void)
{
	u32 nr = 0, cpu = 0;

	do {
		for (u32 i = 0; i < 2; i++)
			EXPECT_EQ(thread_start(&readers[nr++], "reader", reader_run, NULL, cpu,
					       PRIO_LOW),
				  0);
		cpu = aid_next_cpu(cpu);
	} while (cpu && nr + 2 <= READERS_MAX);
	return nr;
}

static void load_begin(void)
{
	EXPECT_EQ(rcu_init(), 0);
	nr_poisoned = nr_sections = stop = 0;
	for (u32 i = 0; i < NR_OBJECTS; i++)
		objects[i].word = POISON;
	objects[0].word = LIVE;
	published = &objects[0];
	preempt_model_set(MODEL);
	aid_run_everywhere(cpu_begin, NULL);
}

static void load_end(u32 nr_readers)
{
	__atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
	for (u32 i = 0; i < nr_readers; i++)
		thread_join(&readers[i]);
	rcu_barrier();
	aid_run_everywhere(cpu_end, NULL);
	preempt_model_set(MODEL_FULL);
	rcu_exit();
}

MODEL_TEST(rcu, nobody_reads_what_was_given_back)
{
	u64 start = clock_ns(), length = env_counts_instructions() ? LOAD_INSN_NS : LOAD_NS;
	u32 round = 0, nr;

	load_begin();
	nr = readers_start();
	while (clock_ns() - start < length) {
		object_replace(++round);
		/* On one CPU the readers, of lower priority, run while this thread sleeps. */
		thread_sleep_ns(round % 8 ? 20 * NS_PER_US : NS_PER_MS);
	}
	load_end(nr);
	EXPECT_EQ(nr_poisoned, 0);
	EXPECT(nr_sections > round && round > 3);
}

static struct completion may_end = COMPLETION_INIT(may_end);
static u32 inside;
static u64 held_events, ended_at, synced_at;
static u32 synced;

static void keeper_run(void *unused)
{
	(void)unused;
	rcu_read_lock();
	WRITE_ONCE(inside, 1);
	while (!completion_try(&may_end))
		cpu_relax();
	ended_at = __atomic_add_fetch(&held_events, 1, __ATOMIC_ACQ_REL);
	rcu_read_unlock();
	/* The scheduler is where a section without a count is known to be over. */
	while (!__atomic_load_n(&synced, __ATOMIC_ACQUIRE))
		cond_resched();
}

static void sync_run(void *unused)
{
	(void)unused;
	synchronize_rcu();
	synced_at = __atomic_add_fetch(&held_events, 1, __ATOMIC_ACQ_REL);
	__atomic_store_n(&synced, 1, __ATOMIC_RELEASE);
}

/*
 * The CPU of a reader is asked by interrupts, again and again while the grace period is held up: so
 * this has come far enough when that CPU has taken some.
 */
static void hold_until_asked(u32 cpu)
{
	u64 before = READ_ONCE(per_cpu(irqs_taken, cpu)), start = clock_ns();

	while (READ_ONCE(per_cpu(irqs_taken, cpu)) - before < NR_ASKED && !READ_ONCE(synced) &&
	       clock_ns() - start < AID_BOUND_NS)
		thread_sleep_ns(NS_PER_MS);
}

MODEL_TEST(rcu, running_reader_holds_it)
{
	static struct thread keeper, syncer;
	u32 cpu = aid_next_cpu(0);

	if (!cpu) {
		SKIP("one CPU");
		return;
	}
	EXPECT_EQ(rcu_init(), 0);
	inside = synced = 0;
	preempt_model_set(MODEL);
	EXPECT_EQ(thread_start(&keeper, "keeper", keeper_run, NULL, cpu, PRIO_NORMAL), 0);
	EXPECT(aid_wait_until(&inside, 1));
	EXPECT_EQ(thread_start(&syncer, "syncer", sync_run, NULL, 0, PRIO_NORMAL), 0);
	hold_until_asked(cpu);
	EXPECT_EQ(READ_ONCE(synced), 0);
	complete(&may_end);
	thread_join(&syncer);
	thread_join(&keeper);
	EXPECT(synced_at > ended_at);
	preempt_model_set(MODEL_FULL);
	rcu_exit();
}
