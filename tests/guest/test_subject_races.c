// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_races - the races of memcg-spec 4.6, each by itself for a moment under every
 * measured subject: CPU 0 is one side of it, all others are the other one.
 *
 * Not here: a CPU that goes away, since none can; a task that migrates between consume and refill,
 * since none does. The nearest to that is a task that another one of its CPU comes in between of
 * (subject_irq.between_read_and_write).
 */
#include <core/clock.h>
#include <core/printk.h>
#include <core/smp.h>
#include <test/crowd.h>
#include <test/test.h>

#define RACE_NS (4 * NS_PER_MS)
#define SMALL	136u
#define LARGE	4104u

static struct mem_cgroup *limited; /* below `group`: four pages */
static struct obj_cgroup *limited_objcg;
static struct obj_cgroup *going; /* whose group is going offline; any CPU looks */

static void pair(struct obj_cgroup *objcg, u32 gfp, u32 size)
{
	if (!world.ops->alloc(objcg, gfp, size, 0, NR_SLAB_UNRECLAIMABLE_B))
		world.ops->free(objcg, size, 0, NR_SLAB_UNRECLAIMABLE_B);
}

/* Who alternates spills and takes at each change (4.6.8), and the stock's owner changes. */
static void alternate(void)
{
	pair(world.objcg, GFP_KERNEL, SMALL);
	pair(world.top_objcg, GFP_ATOMIC, SMALL);
	pair(world.objcg, GFP_ATOMIC, LARGE);
}

/* 4.6.1: a refused charge looks at all stocks while their owners change. */
static void look_and_change(u32 cpu)
{
	if (cpu)
		alternate();
	else
		EXPECT(world.ops->alloc(limited_objcg, GFP_KERNEL, 5 * PAGE_SIZE, 0,
					NR_SLAB_UNRECLAIMABLE_B));
	if (cpu % 2)
		pair(limited_objcg, GFP_KERNEL, SMALL);
}

/* 4.6.2: drain work on the CPU that charges. */
static void drain_and_charge(u32 cpu)
{
	if (cpu)
		alternate();
	else
		world.ops->drain_everywhere();
}

/* 4.6.3, 4.6.4: objects, and stocks, outlive the group; the last put comes in a section. */
static void offline_and_charge(u32 cpu)
{
	struct obj_cgroup *objcg = READ_ONCE(going);

	if (objcg)
		pair(objcg, GFP_KERNEL, SMALL);
	if (objcg && cpu)
		pair(objcg, GFP_ATOMIC, LARGE);
	alternate();
}

static void owners_change(u32 cpu)
{
	(void)cpu;
	alternate();
}

static void race(const char *name, void (*act)(u32 cpu))
{
	crowd_run(RACE_NS, act);
	crowd_settle();
	if (!subject_check())
		printk("# %s", name);
}

/* The group lives for a while, goes offline while it is charged, and leaves nothing behind. */
static void race_offline(void)
{
	for (u32 i = 0; i < 3 && !test_has_failed(); i++) {
		struct mem_cgroup *memcg = world.ops->memcg_create(world.group, PAGE_COUNTER_MAX);
		struct obj_cgroup *objcg = world.ops->objcg_create(memcg);

		WRITE_ONCE(going, objcg);
		crowd_run(RACE_NS / 4, offline_and_charge);
		EXPECT_EQ(world.ops->offline(memcg), 0);
		crowd_run(RACE_NS / 4, offline_and_charge);
		WRITE_ONCE(going, NULL);
		/* Another owner takes each stock. */
		crowd_run(RACE_NS / 4, owners_change);
		crowd_settle();
		EXPECT(objcg->released);
		if (!subject_check())
			printk("# offline and charge");
	}
}

static void races(void)
{
	limited = world.ops->memcg_create(world.group, 4);
	limited_objcg = world.ops->objcg_create(limited);
	EXPECT(limited_objcg);
	race("remote look and owner change", look_and_change);
	race("drain work and charge", drain_and_charge);
	race("spills and takes", owners_change);
	race_offline();
	world.ops->drain_everywhere();
	crowd_settle();
	subject_check();
}

TEST(subject_races, one_after_the_other)
{
	if (nr_cpus_online < 2) {
		SKIP("it takes two CPUs to race");
		return;
	}
	subject_each_v2(SUBJECTS_SOUND, races);
}
