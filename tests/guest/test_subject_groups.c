// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_groups - groups that cannot be, and blocks of pages that are charged as a whole.
 */
#include <arch/mmu.h>
#include <lib/errno.h>
#include <sched/rcu.h>
#include <test/subject.h>
#include <test/test.h>

#define BLOCK_PAGES 4u

/* A world in which something lives is not built over. */
static void one_world(void)
{
	EXPECT_EQ(world.ops->create(&world.config), -EBUSY);
	EXPECT_EQ(subject_pages(world.top), 0);
}

TEST(subject_groups, one_world)
{
	subject_each_v2(SUBJECTS_SOUND, one_world);
}

static void below_offline(void)
{
	EXPECT_EQ(world.ops->offline(world.top), -EBUSY);
	EXPECT_EQ(world.ops->offline(world.group), 0);
	rcu_barrier();
	EXPECT_EQ(world.ops->offline(world.group), -EBUSY);
	EXPECT(!world.ops->memcg_create(world.group, PAGE_COUNTER_MAX));
	subject_charge_tasks(NULL);
	subject_check();
}

TEST(subject_groups, below_offline)
{
	subject_each_v2(SUBJECTS_SOUND, below_offline);
}

/* Above the largest class: pages are bought at once, a reference goes with the block. */
static void whole_pages(void)
{
	void *block = world.slab->kmalloc(BLOCK_PAGES * PAGE_SIZE, GFP_KERNEL_ACCOUNT);

	EXPECT(block);
	EXPECT(subject_pages(world.group) >= BLOCK_PAGES);
	if (world.config.v1)
		EXPECT_EQ(page_counter_read(&world.group->kmem), BLOCK_PAGES);
	subject_check();
	world.slab->kfree(block);
	EXPECT_EQ(page_counter_read(&world.group->kmem), 0);
	subject_check();
}

TEST(subject_groups, whole_pages)
{
	subject_each(SUBJECTS_SOUND, whole_pages);
}

/* The block is not given out, and nothing is charged. */
static void whole_pages_over_limit(void)
{
	EXPECT_EQ(world.ops->set_max(world.top, BLOCK_PAGES - 1), 0);
	EXPECT(!world.slab->kmalloc(BLOCK_PAGES * PAGE_SIZE, GFP_KERNEL_ACCOUNT));
	EXPECT_EQ(subject_pages(world.top), 0);
	EXPECT_EQ(subject_pages(world.group), 0);
	EXPECT(world.top->memory.failcnt > 0);
	subject_check();
}

TEST(subject_groups, whole_pages_over_limit)
{
	subject_each(SUBJECTS_SOUND, whole_pages_over_limit);
}
