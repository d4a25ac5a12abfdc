// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject - every subject charges and accounts, through its driver API and through its slab,
 * in both cgroup modes and on all CPUs: the invariants hold at every rest, and all is given back.
 */
#include <core/percpu.h>
#include <core/smp.h>
#include <test/subject.h>
#include <test/test.h>

#define OBJECTS 24

TEST(subject, all_are_there)
{
	u32 measured = 0, counting = 0, broken = 0;

	for_each_subject (s) {
		measured += subject_is(s, SUBJECTS_MEASURED);
		counting += subject_is(s, SUBJECTS_COUNTING);
		broken += subject_is(s, SUBJECTS_BROKEN);
	}
	EXPECT_EQ(measured, 3 * NR_VARIANTS);
	EXPECT_EQ(counting, NR_VARIANTS);
	EXPECT_EQ(broken, 3);
}

static u32 full_size(u32 i)
{
	static const u32 sizes[] = { 40, 136, 4104 };

	return sizes[i % ARRAY_SIZE(sizes)];
}

static void by_ops(void)
{
	u32 nodes = world.config.nr_nodes;

	for (u32 i = 0; i < OBJECTS; i++) {
		EXPECT_EQ(world.ops->alloc(world.objcg, GFP_KERNEL, full_size(i), i / 6 % nodes,
					   i / 3 % 2),
			  0);
		subject_check_ops();
	}
	EXPECT(subject_pages(world.group) >= 8);
	EXPECT_EQ(subject_pages(world.top), subject_pages(world.group));
	for (u32 i = 0; i < OBJECTS; i++) {
		world.ops->free(world.objcg, full_size(i), i / 6 % nodes, i / 3 % 2);
		subject_check_ops();
	}
	EXPECT_EQ(world.ops->charge_pages(world.group, GFP_KERNEL, 5), 0);
	subject_check_ops();
	world.ops->uncharge_pages(world.group, 5);
	subject_check_ops();
	world.ops->drain_everywhere();
	EXPECT_EQ(subject_pages(world.group) * PAGE_SIZE, world.objcg->nr_charged_bytes);
}

static u32 object_size(u32 i)
{
	return full_size(i) - 8;
}

static void by_kmalloc(void)
{
	void *objects[OBJECTS];

	for (u32 i = 0; i < OBJECTS; i++) {
		objects[i] = world.slab->kmalloc(object_size(i), GFP_KERNEL_ACCOUNT);
		EXPECT(objects[i]);
	}
	EXPECT_EQ(subject_owned(world.objcg), OBJECTS);
	EXPECT_EQ(subject_owned(world.top_objcg), 0);
	EXPECT(subject_pages(world.group) >= 8);
	subject_check();
	for (u32 i = 0; i < OBJECTS; i++) {
		world.slab->kfree(objects[i * 7 % OBJECTS]);
		if (i == OBJECTS / 2)
			subject_check();
	}
	EXPECT_EQ(subject_owned(world.objcg), 0);
}

static void cache_round(u32 size, u32 flags)
{
	struct kmem_cache *cache = world.slab->cache_create("test", size, 0, flags);
	u32 accounted = flags & SLAB_ACCOUNT ? OBJECTS : 0;
	void *objects[OBJECTS];

	EXPECT(cache);
	if (!cache)
		return;
	for (u32 i = 0; i < OBJECTS; i++) {
		objects[i] = world.slab->cache_alloc_node(cache, GFP_KERNEL,
							  (int)(i % world.config.nr_nodes));
		EXPECT(objects[i]);
	}
	EXPECT_EQ(subject_owned(world.objcg), accounted);
	subject_check();
	for (u32 i = 0; i < OBJECTS; i++)
		world.slab->cache_free(cache, objects[i]);
	EXPECT_EQ(world.slab->cache_destroy(cache), 0);
	subject_check();
}

static void by_cache(void)
{
	static const u32 flags[] = { 0, SLAB_ACCOUNT, SLAB_ACCOUNT | SLAB_RECLAIM_ACCOUNT };

	for (u32 i = 0; i < 3 * ARRAY_SIZE(flags); i++)
		cache_round(object_size(i), flags[i / 3]);
}

static DEFINE_PER_CPU(void *, kept[OBJECTS]);

static void take(void *unused)
{
	(void)unused;
	for (u32 i = 0; i < OBJECTS; i++)
		(*this_cpu_ptr(&kept))[i] = world.slab->kmalloc(object_size(i), GFP_KERNEL_ACCOUNT);
}

/* What the CPU before has taken. */
static void give(void *unused)
{
	u32 cpu = (smp_cpu() + 1) % world.config.nr_cpus;

	(void)unused;
	for (u32 i = 0; i < OBJECTS; i++)
		world.slab->kfree(per_cpu(kept, cpu)[i]);
}

static void everywhere(void)
{
	subject_run_everywhere(take, NULL);
	EXPECT_EQ(subject_owned(world.objcg), OBJECTS * world.config.nr_cpus);
	subject_check();
	subject_run_everywhere(give, NULL);
}

static u32 nr_ran; /* atomic */

static void count_me(void *unused)
{
	(void)unused;
	EXPECT(smp_cpu() < world.config.nr_cpus);
	__atomic_fetch_add(&nr_ran, 1, __ATOMIC_RELAXED);
}

/* As with a slot that is absent: CPUs behind it are online, and have no stock. */
TEST(subject, everywhere_ends_with_the_world)
{
	for (u32 end = 1; end <= 2; end++) {
		world.config.nr_cpus = end;
		nr_ran = 0;
		subject_run_everywhere(count_me, NULL);
		EXPECT_EQ(nr_ran, end < nr_cpus_online ? end : nr_cpus_online);
	}
}

/* One world for all of it: to make one takes longer. */
static void first_contact(void)
{
	by_ops();
	by_kmalloc();
	by_cache();
	everywhere();
}

TEST(subject, first_contact)
{
	subject_each(SUBJECTS_SOUND, first_contact);
}
