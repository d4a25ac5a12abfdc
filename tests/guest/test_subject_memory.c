// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_memory - no memory: each page allocation of the whole charge path fails once, from
 * the world's own to a slab's and its owner vector's. What could be had is accounted or has no
 * owner, nothing is charged for what could not, and all is back.
 */
#include <core/page_alloc.h>
#include <core/printk.h>
#include <test/subject.h>
#include <test/test.h>

#define OBJECTS 20
#define N_MAX	400

static void *objects[OBJECTS];

static u32 object_size(u32 i)
{
	static const u32 sizes[] = { 32, 128, 4096, 1024, 20000 };

	return sizes[i % ARRAY_SIZE(sizes)];
}

/* True: none failed. */
static bool objects_take(struct kmem_cache *cache)
{
	bool all = true;

	for (u32 i = 0; i < OBJECTS; i++) {
		if (i % 6 == 5 && cache)
			objects[i] = world.slab->cache_alloc(cache, GFP_KERNEL);
		else
			objects[i] = world.slab->kmalloc(object_size(i), GFP_KERNEL_ACCOUNT);
		all &= objects[i] != NULL;
	}
	return all;
}

static u64 objects_got(void)
{
	u64 n = 0;

	for (u32 i = 0; i < OBJECTS; i++)
		n += objects[i] != NULL;
	return n;
}

/* True: all were had and all have an owner. */
static bool sequence(s64 n)
{
	struct kmem_cache *cache;
	bool all;

	page_alloc_fail_after(n);
	cache = world.slab->cache_create("test", 256, 0, SLAB_ACCOUNT | SLAB_RECLAIM_ACCOUNT);
	all = objects_take(cache) && cache;
	page_alloc_fail_after(-1);
	subject_check();
	EXPECT(subject_owned(world.objcg) <= objects_got());
	all &= subject_owned(world.objcg) == OBJECTS;
	for (u32 i = 0; i < OBJECTS; i++)
		world.slab->kfree(objects[i]);
	subject_check();
	if (cache)
		EXPECT_EQ(world.slab->cache_destroy(cache), 0);
	EXPECT_EQ(subject_owned(world.objcg), 0);
	return all;
}

/* Fresh caches for each N, or the pages of the first would do for the second. */
static void each_fails_once(void)
{
	bool passed = false;
	s64 n;

	for (n = 0; n < N_MAX && !passed && !test_has_failed(); n++) {
		passed = sequence(n);
		EXPECT_EQ(world.slab->kmalloc_exit(), 0);
		EXPECT_EQ(world.slab->kmalloc_init(), 0);
	}
	EXPECT(passed && n > 5);
}

TEST(subject_memory, each_page_of_a_charge)
{
	subject_each_v2(SUBJECTS_MEASURED, each_fails_once);
}

/* The object is there, its slab's vector is not: nobody's, and nobody pays. */
static void no_vector(void)
{
	void *first, *second;

	page_alloc_fail_after(1);
	first = world.slab->kmalloc(128, GFP_KERNEL_ACCOUNT);
	page_alloc_fail_after(-1);
	EXPECT(first);
	EXPECT_EQ(subject_owned(world.objcg), 0);
	subject_check();
	second = world.slab->kmalloc(128, GFP_KERNEL_ACCOUNT);
	EXPECT_EQ(subject_owned(world.objcg), 1);
	world.slab->kfree(first);
	EXPECT_EQ(subject_owned(world.objcg), 1);
	subject_check();
	world.slab->kfree(second);
	subject_check();
	world.ops->drain_everywhere();
	EXPECT_EQ(subject_pages(world.group) * PAGE_SIZE, world.objcg->nr_charged_bytes);
}

TEST(subject_memory, no_vector)
{
	subject_each(SUBJECTS_MEASURED, no_vector);
}

/* True: the world was made. Whatever was not, nothing is left of it. */
static bool world_made(s64 n)
{
	const struct memcg_config config = { .nr_cpus = 1, .nr_nodes = 2 };
	struct mem_cgroup *memcg = NULL;
	struct obj_cgroup *objcg = NULL;
	int error, caches = -1;

	page_alloc_fail_after(n);
	error = world.ops->create(&config);
	if (!error)
		memcg = world.ops->memcg_create(NULL, PAGE_COUNTER_MAX);
	if (memcg)
		objcg = world.ops->objcg_create(memcg);
	if (objcg)
		caches = world.slab->kmalloc_init();
	page_alloc_fail_after(-1);
	if (!caches)
		EXPECT_EQ(world.slab->kmalloc_exit(), 0);
	if (!error)
		EXPECT_EQ(world.ops->destroy(), 0);
	return !caches;
}

TEST(subject_memory, each_page_of_a_world)
{
	for_each_subject (s) {
		bool passed = false;
		s64 n;

		if (!subject_is(s, SUBJECTS_MEASURED))
			continue;
		for (n = 0; n < N_MAX && !passed && !test_has_failed(); n++) {
			subject_begin_bare(s);
			passed = world_made(n);
			subject_end_bare();
		}
		EXPECT(passed && n > 3);
		if (test_has_failed()) {
			printk("# in %s, page %lld", s->name, (long long)n);
			return;
		}
	}
}
