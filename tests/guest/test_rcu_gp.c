// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rcu_gp - a grace period waits for the readers that are older, in whatever way they stand in
 * its way, and for nothing else; functions are called once each, in order.
 *
 * The order of two events is taken from a counter that both sides advance, so no time is compared.
 */
#include <sched/rcu.h>

#include <arch/ipi.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <sched/sched.h>
#include <sched/wait.h>
#include <test/aid.h>
#include <test/test.h>

#define HOLD_NS (2 * NS_PER_MS)

/* Much longer than a grace period takes that nobody holds up, on a loaded host, too. */
#define SOON_NS NS_PER_SECOND

struct reader {
	struct thread thread;
	struct completion may_end;
	u32 inside; /* 1: in the section, 2: behind it */
	u32 depth;
	u64 end_at; /* the clock of events when it left */
};

static u64 events;
static u32 synced; /* grace periods that syncer() has waited for */
static u64 synced_at;
static struct thread sync_thread;

static u64 event(void)
{
	return __atomic_add_fetch(&events, 1, __ATOMIC_ACQ_REL);
}

static void syncer(void *unused)
{
	(void)unused;
	synchronize_rcu();
	synced_at = event();
	__atomic_fetch_add(&synced, 1, __ATOMIC_RELEASE);
}

static void sync_begin(u32 cpu)
{
	synced = 0;
	EXPECT_EQ(thread_start(&sync_thread, "syncer", syncer, NULL, cpu, PRIO_NORMAL), 0);
}

/* Long enough for a grace period that does not wait; it must not have ended. */
static void expect_held(void)
{
	thread_sleep_ns(HOLD_NS);
	EXPECT_EQ(READ_ONCE(synced), 0);
}

static void expect_soon(void)
{
	u64 start = clock_ns();

	thread_join(&sync_thread);
	EXPECT_EQ(synced, 1);
	EXPECT(clock_ns() - start < SOON_NS);
}

/* A section that sleeps stands for one that was preempted: it is switched away from inside. */
static void reader_switched(void *arg)
{
	struct reader *r = arg;

	for (u32 i = 0; i < r->depth; i++)
		rcu_read_lock();
	WRITE_ONCE(r->inside, 1);
	wait_for_completion(&r->may_end);
	for (u32 i = 1; i < r->depth; i++)
		rcu_read_unlock();
	/* The outermost one is still there. */
	thread_sleep_ns(HOLD_NS);
	r->end_at = event();
	rcu_read_unlock();
	WRITE_ONCE(r->inside, 2);
}

/* One that keeps its CPU. */
static void reader_running(void *arg)
{
	struct reader *r = arg;

	rcu_read_lock();
	WRITE_ONCE(r->inside, 1);
	while (!completion_try(&r->may_end))
		cpu_relax();
	r->end_at = event();
	rcu_read_unlock();
	WRITE_ONCE(r->inside, 2);
}

/* A reader by another name. */
static void reader_no_preemption(void *arg)
{
	struct reader *r = arg;

	preempt_disable();
	WRITE_ONCE(r->inside, 1);
	while (!completion_try(&r->may_end))
		cpu_relax();
	r->end_at = event();
	preempt_enable();
	WRITE_ONCE(r->inside, 2);
}

static void reader_start(struct reader *r, void (*fn)(void *arg), u32 cpu, u32 depth)
{
	*r = (struct reader){ .depth = depth };
	completion_init(&r->may_end);
	EXPECT_EQ(thread_start(&r->thread, "reader", fn, r, cpu, PRIO_NORMAL), 0);
	EXPECT(aid_wait_until(&r->inside, 1));
}

static void reader_end(struct reader *r)
{
	complete(&r->may_end);
	thread_join(&r->thread);
}

static void held_by(void (*fn)(void *arg), u32 cpu, u32 depth)
{
	static struct reader r;

	EXPECT_EQ(rcu_init(), 0);
	reader_start(&r, fn, cpu, depth);
	sync_begin(0);
	expect_held();
	reader_end(&r);
	expect_soon();
	EXPECT(synced_at > r.end_at);
	rcu_exit();
}

TEST(rcu_gp, nobody_reads)
{
	EXPECT_EQ(rcu_init(), 0);
	EXPECT_EQ(rcu_init(), 0);
	for (u32 i = 0; i < 20; i++) {
		sync_begin(i % 2 ? 0 : aid_next_cpu(0));
		expect_soon();
	}
	rcu_exit();
	EXPECT_EQ(rcu_init(), 0);
	rcu_exit();
}

TEST(rcu_gp, switched_reader_holds_it)
{
	held_by(reader_switched, 0, 1);
	held_by(reader_switched, aid_next_cpu(0), 1);
	held_by(reader_switched, aid_next_cpu(0), 3);
}

TEST(rcu_gp, running_reader_holds_it)
{
	if (nr_cpus_online < 2) {
		SKIP("one CPU");
		return;
	}
	held_by(reader_running, aid_next_cpu(0), 1);
	held_by(reader_no_preemption, aid_next_cpu(0), 1);
}

/* A reader that began later holds up the next grace period, not this one. */
TEST(rcu_gp, younger_reader_does_not_hold_it)
{
	static struct reader old, young;

	EXPECT_EQ(rcu_init(), 0);
	reader_start(&old, reader_switched, 0, 1);
	sync_begin(0);
	expect_held();
	reader_start(&young, reader_switched, 0, 1);
	reader_end(&old);
	expect_soon();
	EXPECT_EQ(READ_ONCE(young.inside), 1);
	sync_begin(0);
	expect_held();
	reader_end(&young);
	expect_soon();
	EXPECT(synced_at > young.end_at);
	rcu_exit();
}

/* Many, on all CPUs, that end one after the other: the last one ends it. */
TEST(rcu_gp, the_last_of_many_ends_it)
{
	static struct reader readers[6];
	u32 cpu = 0;

	EXPECT_EQ(rcu_init(), 0);
	for (u32 i = 0; i < ARRAY_SIZE(readers); i++) {
		reader_start(&readers[i], reader_switched, cpu, 1 + i % 2);
		cpu = aid_next_cpu(cpu);
	}
	sync_begin(aid_next_cpu(0));
	for (u32 i = 0; i < ARRAY_SIZE(readers); i++) {
		expect_held();
		reader_end(&readers[i]);
	}
	expect_soon();
	for (u32 i = 0; i < ARRAY_SIZE(readers); i++)
		EXPECT(synced_at > readers[i].end_at);
	rcu_exit();
}

/* An interrupt that reads hits a reader at its end, when only the mark is left. */
static void read_in_interrupt(void *unused)
{
	(void)unused;
	rcu_read_lock();
	rcu_read_unlock();
}

TEST(rcu_gp, reader_in_an_interrupt)
{
	static struct reader r;

	EXPECT_EQ(rcu_init(), 0);
	aid_set_irq_hook(read_in_interrupt, NULL);
	reader_start(&r, reader_switched, 0, 1);
	sync_begin(0);
	arch_ipi_self(IPI_HOOK);
	expect_held();
	arch_ipi_self(IPI_HOOK);
	expect_held();
	reader_end(&r);
	expect_soon();
	aid_set_irq_hook(NULL, NULL);
	rcu_exit();
}

/* --- functions --- */

#define NR_HEADS 40

struct numbered {
	struct rcu_head head;
	u32 number;
	u32 calls;
};

static struct numbered heads[NR_HEADS];
static u32 nr_called;
static u32 nr_disorder;

static void called(struct rcu_head *head)
{
	struct numbered *n = container_of(head, struct numbered, head);

	nr_disorder += n->number != nr_called;
	n->calls++;
	WRITE_ONCE(nr_called, nr_called + 1);
}

static void heads_begin(void)
{
	EXPECT_EQ(rcu_init(), 0);
	nr_called = nr_disorder = 0;
	for (u32 i = 0; i < NR_HEADS; i++)
		heads[i] = (struct numbered){ .number = i };
}

static void heads_end(void)
{
	EXPECT_EQ(nr_called, NR_HEADS);
	EXPECT_EQ(nr_disorder, 0);
	for (u32 i = 0; i < NR_HEADS; i++)
		EXPECT_EQ(heads[i].calls, 1);
}

/* Of one CPU, over several rounds. */
TEST(rcu_gp, functions_in_order)
{
	heads_begin();
	for (u32 i = 0; i < NR_HEADS; i++) {
		call_rcu(&heads[i].head, called);
		if (i % 7 == 0)
			thread_sleep_ns(NS_PER_MS / 10);
	}
	rcu_barrier();
	heads_end();
	rcu_exit();
}

TEST(rcu_gp, functions_wait_for_readers)
{
	static struct reader r;

	heads_begin();
	reader_start(&r, reader_switched, aid_next_cpu(0), 1);
	for (u32 i = 0; i < NR_HEADS; i++)
		call_rcu(&heads[i].head, called);
	thread_sleep_ns(HOLD_NS);
	EXPECT_EQ(READ_ONCE(nr_called), 0);
	reader_end(&r);
	rcu_barrier();
	heads_end();
	rcu_exit();
}

/* The end runs what is left. */
TEST(rcu_gp, exit_calls_the_rest)
{
	heads_begin();
	for (u32 i = 0; i < NR_HEADS; i++)
		call_rcu(&heads[i].head, called);
	rcu_exit();
	heads_end();
}

static DEFINE_PER_CPU(struct numbered, own_head);
static u32 nr_own_called;

static void own_called(struct rcu_head *head)
{
	(void)head;
	/* Slow: a barrier that does not wait for all would show it. */
	thread_sleep_ns(NS_PER_MS / 5);
	__atomic_fetch_add(&nr_own_called, 1, __ATOMIC_RELAXED);
}

static void own_call(void *unused)
{
	(void)unused;
	call_rcu(&this_cpu_ptr(&own_head)->head, own_called);
}

/* Called on every CPU, hard interrupts included; the barrier waits for all of them. */
TEST(rcu_gp, barrier_is_for_all_cpus)
{
	EXPECT_EQ(rcu_init(), 0);
	for (u32 round = 0; round < 5; round++) {
		nr_own_called = 0;
		aid_run_everywhere(own_call, NULL);
		rcu_barrier();
		EXPECT_EQ(nr_own_called, nr_cpus_online);
	}
	aid_set_irq_hook(own_call, NULL);
	arch_ipi_self(IPI_HOOK);
	thread_sleep_ns(NS_PER_MS);
	rcu_barrier();
	EXPECT_EQ(nr_own_called, nr_cpus_online + !irq_refusal());
	aid_set_irq_hook(NULL, NULL);
	rcu_exit();
}
