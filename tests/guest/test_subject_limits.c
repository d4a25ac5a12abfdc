// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_limits - a charge over the limit, wherever in the hierarchy that is: the exact
 * error, no counter changed, the refusal counted where it happened; and who is charged all the
 * same.
 */
#include <lib/errno.h>
#include <test/subject.h>
#include <test/test.h>

#define DEPTH	   4u
#define LARGE	   4104u /* two pages */
#define U	   NR_SLAB_UNRECLAIMABLE_B
#define MAX_PAGES  5u
#define NO_LIMIT   PAGE_COUNTER_MAX
#define GFP_ALWAYS (GFP_KERNEL | __GFP_NOFAIL)

/* The first one below `group`. */
static struct mem_cgroup *chain[DEPTH];
static struct obj_cgroup *leaf;

static void chain_make(void)
{
	struct mem_cgroup *parent = world.group;

	for (u32 i = 0; i < DEPTH; i++) {
		chain[i] = world.ops->memcg_create(parent, NO_LIMIT);
		parent = chain[i];
	}
	leaf = world.ops->objcg_create(parent);
	EXPECT(leaf);
}

static u64 failures(void)
{
	u64 sum = 0;

	for (u32 i = 0; i < DEPTH; i++)
		sum += chain[i]->memory.failcnt;
	return sum;
}

/* Refused by the group at @depth: with a batch, without, and by who may wait, once more. */
static void expect_refused(u32 depth, u32 gfp, u64 attempts)
{
	u64 before = subject_pages(world.top), own = chain[depth]->memory.failcnt;
	u64 all = failures();

	EXPECT_EQ(world.ops->alloc(leaf, gfp, 6 * PAGE_SIZE, 0, U), -ENOMEM);
	EXPECT_EQ(subject_pages(world.top), before);
	EXPECT_EQ(subject_pages(chain[DEPTH - 1]), 0);
	EXPECT_EQ(chain[depth]->memory.failcnt - own, attempts);
	EXPECT_EQ(failures() - all, attempts);
	subject_check_ops();
}

static void at_each_depth(void)
{
	for (u32 i = 0; i < DEPTH; i++) {
		EXPECT_EQ(world.ops->set_max(chain[i], MAX_PAGES), 0);
		expect_refused(i, GFP_NOWAIT, 2);
		expect_refused(i, GFP_KERNEL, 3);
		/* What fits to the page is not refused, though a batch would be. */
		EXPECT_EQ(world.ops->alloc(leaf, GFP_NOWAIT, MAX_PAGES * PAGE_SIZE, 0, U), 0);
		EXPECT_EQ(subject_pages(chain[i]), MAX_PAGES);
		world.ops->free(leaf, MAX_PAGES * PAGE_SIZE, 0, U);
		subject_check_ops();
		world.ops->drain_everywhere();
		EXPECT_EQ(subject_pages(chain[i]), 0);
		EXPECT_EQ(world.ops->set_max(chain[i], NO_LIMIT), 0);
	}
}

static void forced(u32 gfp)
{
	EXPECT_EQ(world.ops->alloc(leaf, gfp, 9 * PAGE_SIZE, 0, U), 0);
	EXPECT(subject_pages(chain[1]) >= 9);
	subject_check_ops();
	world.ops->free(leaf, 9 * PAGE_SIZE, 0, U);
	subject_check_ops();
	world.ops->drain_everywhere();
}

static void charged_all_the_same(void)
{
	EXPECT_EQ(world.ops->set_max(chain[1], MAX_PAGES), 0);
	forced(GFP_ATOMIC);
	forced(GFP_ALWAYS);
	forced(GFP_NOWAIT | __GFP_NOFAIL);
}

static void below_usage(void)
{
	u64 usage;

	EXPECT_EQ(world.ops->alloc(world.objcg, GFP_KERNEL, LARGE, 0, U), 0);
	usage = subject_pages(world.group);
	EXPECT_EQ(world.ops->set_max(world.group, usage - 1), -EBUSY);
	EXPECT_EQ(world.group->memory.max, NO_LIMIT);
	EXPECT_EQ(world.ops->set_max(world.group, 0), -EBUSY);
	EXPECT_EQ(world.ops->set_max(world.group, usage), 0);
	EXPECT_EQ(world.group->memory.max, usage);
	EXPECT_EQ(subject_pages(world.group), usage);
	world.ops->free(world.objcg, LARGE, 0, U);
	world.ops->drain_everywhere();
	EXPECT_EQ(world.ops->set_max(world.group, 0), 0);
	EXPECT_EQ(world.ops->alloc(world.objcg, GFP_KERNEL, 40, 0, U), -ENOMEM);
	subject_check_ops();
	EXPECT_EQ(world.ops->set_max(world.group, NO_LIMIT), 0);
}

/* Through the slab: no object, and none taken out of it. */
static void no_object(void)
{
	void *object;

	EXPECT_EQ(world.ops->set_max(world.top, 1), 0);
	EXPECT(!world.slab->kmalloc(4096, GFP_KERNEL_ACCOUNT));
	EXPECT(!world.slab->kmalloc(4096, GFP_NOWAIT | __GFP_ACCOUNT));
	EXPECT(!world.slab->kmalloc(20000, GFP_KERNEL_ACCOUNT));
	EXPECT_EQ(subject_owned(world.objcg), 0);
	EXPECT_EQ(subject_pages(world.top), 0);
	object = world.slab->kmalloc(4096, GFP_ATOMIC | __GFP_ACCOUNT);
	EXPECT(object);
	EXPECT_EQ(subject_owned(world.objcg), 1);
	subject_check();
	world.slab->kfree(object);
	object = world.slab->kmalloc(128, GFP_KERNEL);
	EXPECT(object);
	world.slab->kfree(object);
	world.ops->drain_everywhere();
	EXPECT_EQ(world.ops->set_max(world.top, NO_LIMIT), 0);
	/* The slab's objects, for the last time: what follows does not go through it. */
	subject_check();
}

/* v1: memory has room and kmem has none; what memory was charged for it goes back. */
static void kmem(void)
{
	u64 before;

	world.group->kmem.max = 1;
	EXPECT_EQ(world.ops->alloc(world.objcg, GFP_KERNEL, LARGE, 0, U), -ENOMEM);
	before = subject_pages(world.group);
	EXPECT_EQ(world.ops->alloc(world.objcg, GFP_ATOMIC, LARGE, 0, U), -ENOMEM);
	EXPECT_EQ(world.group->kmem.usage, 0);
	EXPECT(subject_pages(world.group) <= before);
	subject_check_ops();
	EXPECT_EQ(world.ops->alloc(world.objcg, GFP_ALWAYS, LARGE, 0, U), 0);
	EXPECT_EQ(world.group->kmem.usage, 2);
	subject_check_ops();
	world.ops->free(world.objcg, LARGE, 0, U);
	subject_check_ops();
}

static void limits(void)
{
	no_object();
	below_usage();
	chain_make();
	at_each_depth();
	charged_all_the_same();
	if (world.config.v1)
		kmem();
}

TEST(subject_limits, refused_and_forced)
{
	subject_each(SUBJECTS_MEASURED, limits);
}
