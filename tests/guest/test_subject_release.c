// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_release - the last reference of an object cgroup goes where it hurts (memcg-spec
 * 4.6.4): inside a stock's section, when another owner takes the stock, in a task, a softirq and a
 * hard interrupt. What it has charged comes back to its group's parent.
 */
#include <bench/level.h>
#include <test/crowd.h>
#include <test/test.h>

#define SMALL 136u
#define U     NR_SLAB_UNRECLAIMABLE_B

static struct obj_cgroup *dying;

static void take_dying(void *unused)
{
	(void)unused;
	EXPECT_EQ(world.ops->alloc(dying, GFP_ATOMIC, SMALL, 0, U), 0);
}

static void give_dying(void *unused)
{
	(void)unused;
	world.ops->free(dying, SMALL, 0, U);
}

/* The stock of this context goes from one owner to another, both ways. */
static void take_stock(void *unused)
{
	(void)unused;
	if (!world.ops->alloc(world.top_objcg, GFP_ATOMIC, SMALL, 0, U))
		world.ops->free(world.top_objcg, SMALL, 0, U);
	if (!world.ops->alloc(world.objcg, GFP_ATOMIC, SMALL, 0, U))
		world.ops->free(world.objcg, SMALL, 0, U);
}

/* An object outlives its group; its free leaves the stock with the last reference. */
static void release_in(enum level level)
{
	struct mem_cgroup *memcg = world.ops->memcg_create(world.group, PAGE_COUNTER_MAX);

	dying = world.ops->objcg_create(memcg);
	EXPECT(level_run(level, take_dying, NULL));
	EXPECT_EQ(world.ops->offline(memcg), 0);
	crowd_settle();
	subject_check_ops();
	EXPECT(level_run(level, give_dying, NULL));
	crowd_settle();
	EXPECT(!dying->released);
	subject_check_ops();
	EXPECT(level_run(level, take_stock, NULL));
	crowd_settle();
	EXPECT(dying->released);
	EXPECT_EQ(dying->nr_charged_bytes, 0);
	subject_check_ops();
}

static void release(void)
{
	for (u32 level = 0; level < NR_LEVELS; level++)
		release_in((enum level)level);
	world.ops->drain_everywhere();
	crowd_settle();
	subject_check_ops();
}

IRQ_TEST(subject_release, inside_a_section)
{
	subject_each(SUBJECTS_SOUND, release);
}
