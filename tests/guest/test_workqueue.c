// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_workqueue - what is queued runs, once, on the CPU that was asked, in order, from every
 * context; and a flush ends behind the run that it waits for.
 */
#include <sched/workqueue.h>

#include <arch/ipi.h>
#include <core/clock.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <sched/sched.h>
#include <sched/wait.h>
#include <test/aid.h>
#include <test/test.h>

#define NR_ITEMS 8
#define ROUNDS	 200

struct item {
	struct work work;
	u32 runs;
	u32 cpu;   /* where it ran last */
	u32 order; /* place among all runs */
	u32 bad;   /* runs in a wrong context */
};

static struct item items[NR_ITEMS];
static u32 order;

static void item_run(struct work *work)
{
	struct item *item = container_of(work, struct item, work);

	item->cpu = smp_cpu();
	item->bad += !in_task() || preempt_count();
	item->order = __atomic_add_fetch(&order, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&item->runs, item->runs + 1, __ATOMIC_RELEASE);
}

static void items_begin(void)
{
	EXPECT_EQ(workqueue_init(), 0);
	order = 0;
	for (u32 i = 0; i < NR_ITEMS; i++) {
		items[i] = (struct item){ 0 };
		work_init(&items[i].work, item_run);
	}
}

static void items_end(void)
{
	workqueue_exit();
	for (u32 i = 0; i < NR_ITEMS; i++) {
		EXPECT(!items[i].work.pending && !items[i].work.listed && !items[i].bad);
		EXPECT(list_empty(&items[i].work.node));
	}
}

TEST(workqueue, runs_on_the_cpu_asked)
{
	struct item *item = &items[0];
	u32 cpu = 0, runs = 0;

	items_begin();
	EXPECT_EQ(workqueue_init(), 0);
	EXPECT(!flush_work(&item->work));
	do {
		EXPECT(queue_work_on(cpu, &item->work));
		EXPECT(aid_spin_until(&item->runs, ++runs));
		flush_work(&item->work);
		EXPECT_EQ(item->cpu, cpu);
		cpu = aid_next_cpu(cpu);
	} while (cpu);
	items_end();
}

/* Under a model that does not preempt, this CPU's worker waits, so what is pending stays so. */
TEST(workqueue, pending_once_and_in_order)
{
	items_begin();
	preempt_model_set(MODEL_NONE);
	for (u32 i = 0; i < NR_ITEMS; i++)
		EXPECT(queue_work_on(0, &items[NR_ITEMS - 1 - i].work));
	for (u32 i = 0; i < NR_ITEMS; i++)
		EXPECT(!queue_work_on(0, &items[i].work));
	EXPECT_EQ(READ_ONCE(order), 0);
	EXPECT(flush_work(&items[0].work));
	preempt_model_set(MODEL_FULL);
	for (u32 i = 0; i < NR_ITEMS; i++) {
		EXPECT_EQ(items[i].runs, 1);
		EXPECT_EQ(items[i].order, NR_ITEMS - i);
	}
	EXPECT(!flush_work(&items[0].work));
	items_end();
}

/* The flush ends behind its item and before the one that is queued behind that. */
TEST(workqueue, flush_waits_for_no_more)
{
	items_begin();
	preempt_model_set(MODEL_NONE);
	for (u32 i = 0; i < 3; i++)
		EXPECT(queue_work_on(0, &items[i].work));
	EXPECT(flush_work(&items[1].work));
	EXPECT(items[0].runs == 1 && items[1].runs == 1);
	EXPECT_EQ(flush_work(&items[2].work), !items[2].runs);
	EXPECT_EQ(items[2].runs, 1);
	preempt_model_set(MODEL_FULL);
	items_end();
}

static void queue_hook(void *work)
{
	queue_work_on(smp_cpu(), work);
}

static void queue_from_interrupt(void *item)
{
	struct item *mine = (struct item *)item + smp_cpu() % NR_ITEMS;

	aid_set_irq_hook(queue_hook, &mine->work);
	for (u32 i = 0; i < ROUNDS; i++) {
		u64 before = aid_irqs();

		arch_ipi_self(IPI_HOOK);
		EXPECT(aid_spin_irqs(before));
		flush_work(&mine->work);
		EXPECT_EQ(__atomic_load_n(&mine->runs, __ATOMIC_ACQUIRE), i + 1);
	}
	aid_set_irq_hook(NULL, NULL);
}

TEST(workqueue, from_hard_interrupts_of_every_cpu)
{
	if (irq_refusal() || nr_cpus_online > NR_ITEMS) {
		SKIP("no interrupts, or more CPUs than items");
		return;
	}
	items_begin();
	aid_run_everywhere(queue_from_interrupt, items);
	items_end();
}

/* One item, queued by all CPUs on CPU 0: runs and successful queueings are the same number. */
static u32 nr_queued;

static void queue_the_same(void *work)
{
	for (u32 i = 0; i < ROUNDS; i++) {
		if (queue_work_on(0, work))
			__atomic_fetch_add(&nr_queued, 1, __ATOMIC_RELAXED);
		if (i % 7 == 0)
			flush_work(work);
		if (i % 3 == 0)
			schedule();
	}
}

TEST(workqueue, as_many_runs_as_queueings)
{
	items_begin();
	nr_queued = 0;
	aid_run_everywhere(queue_the_same, &items[0].work);
	flush_work(&items[0].work);
	EXPECT(nr_queued);
	EXPECT_EQ(items[0].runs, nr_queued);
	items_end();
}

/* A run that goes on: flush waits for it, and the item may be queued again meanwhile. */
static struct completion may_end = COMPLETION_INIT(may_end);
static u32 nr_begun, nr_ended;

static void slow_run(struct work *work)
{
	(void)work;
	WRITE_ONCE(nr_begun, nr_begun + 1);
	wait_for_completion(&may_end);
	WRITE_ONCE(nr_ended, nr_ended + 1);
}

static void let_it_end(void *unused)
{
	(void)unused;
	thread_sleep_ns(NS_PER_MS);
	complete(&may_end);
}

static void flush_while_it_runs(struct work *work, u32 want_ended)
{
	struct thread t;

	EXPECT_EQ(thread_start(&t, "ender", let_it_end, NULL, 0, PRIO_NORMAL), 0);
	EXPECT(flush_work(work));
	EXPECT_EQ(READ_ONCE(nr_ended), want_ended);
	thread_join(&t);
}

TEST(workqueue, flush_of_a_run_that_goes_on)
{
	static struct work slow;
	u32 cpu = aid_next_cpu(0);

	items_begin();
	work_init(&slow, slow_run);
	nr_begun = nr_ended = 0;
	EXPECT(queue_work_on(cpu, &slow));
	EXPECT(aid_spin_until(&nr_begun, 1));
	flush_while_it_runs(&slow, 1);
	EXPECT(queue_work_on(cpu, &slow));
	EXPECT(aid_spin_until(&nr_begun, 2));
	/* Queued again while it runs: the flush is for the second run. */
	EXPECT(queue_work_on(cpu, &slow));
	EXPECT(!queue_work_on(cpu, &slow));
	complete(&may_end);
	flush_while_it_runs(&slow, 3);
	items_end();
}

/* What is queued before the end is run before the end. */
TEST(workqueue, exit_runs_what_is_queued)
{
	items_begin();
	for (u32 i = 0; i < NR_ITEMS; i++)
		EXPECT(queue_work_on(0, &items[i].work));
	items_end();
	for (u32 i = 0; i < NR_ITEMS; i++)
		EXPECT_EQ(items[i].runs, 1);
}
