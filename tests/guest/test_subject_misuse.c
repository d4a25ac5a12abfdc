// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_misuse - each mistake with accounted memory is named, once, and changes nothing: no
 * owner gets back twice what it paid once. And what a world, a group and a charge may not be.
 */
#include <arch/cpu.h>
#include <arch/mmu.h>
#include <core/page_alloc.h>
#include <lib/errno.h>
#include <test/crowd.h>
#include <test/slab.h>
#include <test/test.h>

#define U NR_SLAB_UNRECLAIMABLE_B

static void sizes(void)
{
	const struct slab_ops *slab = world.slab;

	EXPECT(slab->kmalloc(0, GFP_KERNEL_ACCOUNT) == ZERO_SIZE_PTR);
	slab->kfree(ZERO_SIZE_PTR);
	slab->kfree(NULL);
	EXPECT(!slab->kmalloc((size_t)-1, GFP_KERNEL_ACCOUNT));
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT(!slab->kmalloc((size_t)1 << 63, GFP_KERNEL_ACCOUNT));
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT(!slab->kmalloc(KMALLOC_MAX_BYTES + 1, GFP_KERNEL_ACCOUNT));
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT(!slab->cache_create("test", 0, 0, SLAB_ACCOUNT));
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT(!slab->cache_create("test", (size_t)-8, 0, SLAB_ACCOUNT));
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(subject_pages(world.top), 0);
}

static void charges(void)
{
	static const u32 wrong[] = { 0, (1u << 29) + 1, 1u << 31, (u32)-1, (u32)-40 };
	const struct memcg_ops *ops = world.ops;

	for (u32 i = 0; i < ARRAY_SIZE(wrong); i++) {
		EXPECT_EQ(ops->alloc(world.objcg, GFP_ATOMIC, wrong[i], 0, U), -EINVAL);
		EXPECT_EQ(ops->charge_pages(world.group, GFP_ATOMIC, wrong[i]), -EINVAL);
	}
	EXPECT_EQ(ops->alloc(world.objcg, GFP_KERNEL, 40, world.config.nr_nodes, U), -EINVAL);
	EXPECT_EQ(ops->alloc(world.objcg, GFP_KERNEL, 40, (u32)-1, U), -EINVAL);
	EXPECT_EQ(ops->alloc(world.objcg, GFP_KERNEL, 40, 0, NR_SLAB_STATS), -EINVAL);
	EXPECT_EQ(subject_pages(world.top), 0);
	subject_check_ops();
}

static void double_free_of(u32 size)
{
	void *mine = world.slab->kmalloc(size, GFP_KERNEL_ACCOUNT);
	void *other = world.slab->kmalloc(size, GFP_KERNEL_ACCOUNT);

	world.slab->kfree(mine);
	for (u32 i = 0; i < 3; i++) {
		world.slab->kfree(mine);
		slab_expect_error(SLAB_ERROR_DOUBLE_FREE);
	}
	EXPECT_EQ(subject_owned(world.objcg), 1);
	subject_check();
	world.slab->kfree(other);
	subject_check();
}

static void double_free(void)
{
	double_free_of(32);
	double_free_of(128);
	double_free_of(4096);
}

static void foreign(void)
{
	static u64 in_image;
	u64 on_stack, phys = page_alloc(0);
	u8 *object = world.slab->kmalloc(128, GFP_KERNEL_ACCOUNT);
	const void *wrong[] = { &in_image, &on_stack, (void *)0x1234, (void *)-8l,
				phys_to_virt(phys) };

	for (u32 i = 0; i < ARRAY_SIZE(wrong); i++) {
		world.slab->kfree(wrong[i]);
		slab_expect_error(SLAB_ERROR_FOREIGN);
	}
	world.slab->kfree(object + 8);
	slab_expect_error(SLAB_ERROR_INSIDE);
	EXPECT_EQ(subject_owned(world.objcg), 1);
	subject_check();
	world.slab->kfree(object);
	page_free(phys, 0);
}

static void destroyed(void)
{
	struct kmem_cache *cache = world.slab->cache_create("test", 128, 0, SLAB_ACCOUNT);
	void *object = world.slab->cache_alloc(cache, GFP_KERNEL);

	EXPECT_EQ(world.slab->cache_destroy(cache), -EBUSY);
	slab_expect_error(SLAB_ERROR_LEAK);
	EXPECT_EQ(subject_owned(world.objcg), 1);
	world.slab->cache_free(cache, object);
	EXPECT_EQ(world.slab->cache_destroy(cache), 0);
	world.slab->cache_free(cache, object);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	world.slab->kfree(object);
	slab_expect_error(SLAB_ERROR_FOREIGN);
	/* Who would pay is not charged for what is not to be had. */
	EXPECT(!world.slab->cache_alloc(cache, GFP_KERNEL));
	slab_expect_error(SLAB_ERROR_DESTROYED);
	EXPECT_EQ(subject_owned(world.objcg), 0);
	subject_check();
}

static void groups(void)
{
	EXPECT_EQ(world.ops->offline(world.top), -EBUSY);
	EXPECT_EQ(world.ops->offline(world.group), 0);
	EXPECT_EQ(world.ops->offline(world.group), -EBUSY);
	EXPECT_EQ(world.ops->offline(world.top), 0);
	crowd_settle();
}

static void mistakes(void)
{
	sizes();
	charges();
	double_free();
	foreign();
	destroyed();
	groups();
}

TEST(subject_misuse, is_named)
{
	subject_each_v2(SUBJECTS_MEASURED, mistakes);
}

TEST(subject_misuse, worlds)
{
	static const struct memcg_config wrong[] = {
		{ .nr_cpus = 0, .nr_nodes = 1 },
		{ .nr_cpus = CPUS_MAX + 1, .nr_nodes = 1 },
		{ .nr_cpus = 1, .nr_nodes = 0 },
		{ .nr_cpus = 1, .nr_nodes = MEMCG_NODES_MAX + 1 },
		{ .nr_cpus = (u32)-1, .nr_nodes = (u32)-1 },
	};

	for_each_subject (s)
		for (u32 i = 0; i < ARRAY_SIZE(wrong); i++)
			EXPECT_EQ(s->memcg->create(&wrong[i]), -EINVAL);
}
