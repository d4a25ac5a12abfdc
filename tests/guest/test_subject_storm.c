// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_storm - tasks, softirqs, timer interrupts and interrupts from other CPUs allocate
 * and free on all CPUs at once, objects pass from CPU to CPU, groups come and go offline, limits
 * refuse, stocks are drained here and everywhere. Then rest, and the oracle: with objects alive,
 * and with none. One subject after the other, for `storm=` seconds in all, from `seed=`.
 */
#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/page.h>
#include <core/percpu.h>
#include <core/printk.h>
#include <core/smp.h>
#include <core/softirq.h>
#include <core/timer.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/crowd.h>
#include <test/test.h>

#define SLOTS	    96u
#define PAYERS	    6u
#define COMERS_MAX  24u /* groups that come and go, in one world */
#define SLICE_NS    (15 * NS_PER_MS)
#define TIMER_NS    (10 * NS_PER_US)
#define LIMIT_PAGES 60u

static void *slots[SLOTS];
/* Who pays: any CPU looks; CPU 0 changes the last one. Groups live as long as their world. */
static struct mem_cgroup *payers[PAYERS];
static struct obj_cgroup *payer_objcgs[PAYERS];
static u32 nr_comers; /* CPU 0's */
static u64 slice_ns;

struct ticker {
	struct timer timer;
	u32 runs; /* cleared by its last interrupt */
	u32 stop;
};

static DEFINE_PER_CPU(struct ticker, ticker);
static u64 nr_in_interrupts; /* any CPU, atomic */

/* What was in a slot is freed by whoever comes by, wherever it is from. */
static void trade(u32 gfp)
{
	static const u32 bytes[] = { 32, 128, 128, 600, 4096, 20000 };
	struct mem_cgroup **remote = subject_remote();
	struct mem_cgroup *old = READ_ONCE(*remote);
	void *object = NULL;

	WRITE_ONCE(*remote, READ_ONCE(payers[crowd_random(PAYERS)]));
	if (crowd_random(3))
		object = world.slab->kmalloc(bytes[crowd_random(ARRAY_SIZE(bytes))], gfp);
	WRITE_ONCE(*remote, old);
	/* A full exchange: who takes it sees it whole. */
	object = __atomic_exchange_n(&slots[crowd_random(SLOTS)], object, __ATOMIC_ACQ_REL);
	world.slab->kfree(object);
}

static void trade_in_interrupt(void *unused)
{
	(void)unused;
	__atomic_fetch_add(&nr_in_interrupts, 1, __ATOMIC_RELAXED);
	trade(GFP_ATOMIC | __GFP_ACCOUNT);
	if (!crowd_random(64))
		world.ops->drain_local();
}

static void ticker_fire(struct timer *timer)
{
	struct ticker *t = container_of(timer, struct ticker, timer);

	trade_in_interrupt(NULL);
	if (READ_ONCE(t->stop))
		WRITE_ONCE(t->runs, 0);
	else
		timer_arm(timer, TIMER_NS + crowd_random(5 * TIMER_NS));
}

/* Objects that the slab does not know, of both kinds, on both nodes. */
static void charge_directly(void)
{
	struct obj_cgroup *objcg = READ_ONCE(payer_objcgs[crowd_random(PAYERS)]);
	u32 node = crowd_random(NODES_MAX), idx = crowd_random(NR_SLAB_STATS);
	u32 size = 1 + crowd_random(9000);

	if (world.ops->alloc(objcg, crowd_random(2) ? GFP_KERNEL : GFP_NOWAIT, size, node, idx))
		return;
	trade(GFP_KERNEL_ACCOUNT);
	world.ops->free(objcg, size, node, idx);
}

static void raise_softirq(void)
{
	local_bh_disable();
	softirq_raise(SOFTIRQ_HOOK);
	local_bh_enable();
}

/* A group goes offline with whatever it has, another one takes its place. */
static void come_and_go(void)
{
	struct mem_cgroup *memcg;
	struct obj_cgroup *objcg;

	if (nr_comers == COMERS_MAX)
		return;
	memcg = world.ops->memcg_create(world.group, PAGE_COUNTER_MAX);
	objcg = memcg ? world.ops->objcg_create(memcg) : NULL;
	EXPECT(objcg);
	if (!objcg)
		return;
	nr_comers++;
	WRITE_ONCE(payer_objcgs[PAYERS - 1], objcg);
	EXPECT_EQ(world.ops->offline(
			  __atomic_exchange_n(&payers[PAYERS - 1], memcg, __ATOMIC_ACQ_REL)),
		  0);
}

static void storm_act(u32 cpu)
{
	u32 what = crowd_random(100);

	if (what < 60)
		trade(crowd_random(2) ? GFP_KERNEL_ACCOUNT : GFP_ATOMIC | __GFP_ACCOUNT);
	else if (what < 75)
		charge_directly();
	else if (what < 85)
		raise_softirq();
	else if (what < 95)
		arch_ipi_send(crowd_random(world.config.nr_cpus), IPI_HOOK);
	else if (what < 97)
		world.ops->drain_local();
	else if (!cpu && what == 97)
		world.ops->drain_everywhere();
	else if (!cpu && what == 98)
		come_and_go();
}

static void interrupts_begin(void *unused)
{
	struct ticker *t = this_cpu_ptr(&ticker);

	(void)unused;
	aid_set_irq_hook(trade_in_interrupt, NULL);
	aid_set_softirq_hook(trade_in_interrupt, NULL);
	if (!timer_works())
		return;
	*t = (struct ticker){ .timer.fire = ticker_fire, .runs = 1 };
	list_init(&t->timer.node);
	local_irq_disable();
	timer_arm(&t->timer, TIMER_NS);
	local_irq_enable();
}

static void interrupts_end(void *unused)
{
	struct ticker *t = this_cpu_ptr(&ticker);

	(void)unused;
	WRITE_ONCE(t->stop, 1);
	EXPECT(aid_spin_until(&t->runs, 0));
	aid_set_softirq_hook(NULL, NULL);
	aid_set_irq_hook(NULL, NULL);
}

static void payers_make(void)
{
	struct mem_cgroup *limited = world.ops->memcg_create(world.group, LIMIT_PAGES);
	struct mem_cgroup *deep = world.ops->memcg_create(limited, PAGE_COUNTER_MAX);
	struct mem_cgroup *comer = world.ops->memcg_create(world.group, PAGE_COUNTER_MAX);
	struct mem_cgroup *all[PAYERS] = {
		world.top, world.group, world.group, limited, deep, comer
	};

	nr_comers = 0;
	for (u32 i = 0; i < PAYERS; i++) {
		payers[i] = all[i];
		payer_objcgs[i] = all[i]->objcg ? all[i]->objcg : world.ops->objcg_create(all[i]);
		EXPECT(payer_objcgs[i]);
	}
}

static void storm(void)
{
	payers_make();
	subject_run_everywhere(interrupts_begin, NULL);
	crowd_run(slice_ns, storm_act);
	subject_run_everywhere(interrupts_end, NULL);
	crowd_settle();
	subject_check();
	for (u32 i = 0; i < SLOTS; i++)
		world.slab->kfree(__atomic_exchange_n(&slots[i], NULL, __ATOMIC_RELAXED));
	world.ops->drain_everywhere();
	crowd_settle();
	subject_check();
}

/* All of them, as often as the time allows; v2 and v1 in turn. */
IRQ_TEST(subject_storm, until_the_time_is_over)
{
	u64 seconds, seed, end;
	u32 rounds = 0;

	crowd_options(&seconds, &seed);
	nr_in_interrupts = 0;
	slice_ns = max_u64(SLICE_NS, seconds * NS_PER_SECOND / (4 * NR_VARIANTS * 4));
	end = clock_ns() + seconds * NS_PER_SECOND;
	do {
		crowd_seed(seed + rounds++);
		if (rounds % 2)
			subject_each_v2(SUBJECTS_SOUND, storm);
		else
			subject_each_v1(SUBJECTS_SOUND, storm);
	} while (clock_ns() < end && !test_has_failed());
	EXPECT(nr_in_interrupts);
	printk("# seed %llu: %u rounds of all subjects, %llu trades in interrupts",
	       (unsigned long long)seed, rounds, (unsigned long long)nr_in_interrupts);
}
