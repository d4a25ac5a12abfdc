// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_slab_memory - no memory: every page allocation of a sequence fails once, and all of them;
 * what could be had stays whole, and all is back. And the vector of owners, which can be missing.
 */
#include <arch/mmu.h>
#include <core/page.h>
#include <core/page_alloc.h>
#include <lib/string.h>
#include <mm/kmalloc.h>
#include <test/aid.h>
#include <test/slab.h>
#include <test/test.h>

#include "../../kernel/mm/slab_impl.h"

#define NR 120

static void *objects[NR];

static u32 object_size(u32 i)
{
	return 8u << i % 12; /* up to 16 KiB: pages, too */
}

/* True: none failed. */
static bool sequence_run(void)
{
	bool all = true;

	for (u32 i = 0; i < NR; i++) {
		objects[i] = kmalloc_sized(object_size(i), i % 3 ? GFP_KERNEL : GFP_ATOMIC);
		all &= objects[i] != NULL;
		if (objects[i])
			slab_stamp(objects[i], object_size(i), i);
	}
	for (u32 i = 0; i < NR; i++) {
		if (objects[i])
			EXPECT(slab_stamp_is_whole(objects[i], object_size(i), i));
		kfree(objects[i]);
	}
	return all;
}

TEST(slab_memory, each_page_fails_once)
{
	bool passed = false;
	u32 failed = 0;

	for (s64 n = 0; n < 500 && !passed; n++) {
		slab_begin();
		page_alloc_fail_after(n);
		passed = sequence_run();
		page_alloc_fail_after(-1);
		failed += !passed;
		slab_end();
	}
	EXPECT(passed && failed > 10);
}

/* Until nothing is left; linked through the objects. */
TEST(slab_memory, exhaustion)
{
	void **list = NULL, **object;
	u64 n = 0, free;

	slab_begin();
	while ((object = kmalloc(4096, GFP_KERNEL))) {
		*object = list;
		list = object;
		n++;
	}
	free = page_alloc_nr_free();
	EXPECT(n > 1000 && free < 1024);
	while (list) {
		object = list;
		list = *object;
		kfree(object);
	}
	/* Each node keeps some slabs. */
	EXPECT(page_alloc_nr_free() >= n - 100 * page_nodes());
	slab_end();
}

TEST(slab_memory, owner_vector)
{
	struct obj_cgroup **slot, **again;
	struct slab *slab;
	void *object;

	slab_begin();
	object = kmalloc(64, GFP_KERNEL_ACCOUNT);
	slab = slab_of(object);
	page_alloc_fail_after(0);
	EXPECT_EQ(slab_owner_slot(slab, 0, GFP_ATOMIC), 0);
	page_alloc_fail_after(-1);
	slot = slab_owner_slot(slab, slab_index(slab->cache, slab, object), GFP_KERNEL);
	EXPECT(slot && !*slot);
	again = slab_owner_slot(slab, slab_index(slab->cache, slab, object), GFP_KERNEL);
	EXPECT(slot == again);
	EXPECT_EQ(slab_census(slab->cache).vectors, 1);
	*slot = (void *)object;
	EXPECT_EQ(slab_check(), 0);
	*slot = NULL;
	kfree(object);
	kmem_cache_shrink(slab->cache);
	slab_end();
}

static struct obj_cgroup **raced[CPUS_MAX];
static struct slab *raced_slab;

static void race(void *gate)
{
	u32 *waiting = gate;

	__atomic_fetch_sub(waiting, 1, __ATOMIC_RELAXED);
	EXPECT(aid_spin_until(waiting, 0));
	raced[smp_cpu()] = slab_owner_slot(raced_slab, 0, GFP_ATOMIC);
}

/* All make one, one is installed, the others are freed. */
TEST(slab_memory, owner_vector_raced)
{
	for (u32 round = 0; round < 50; round++) {
		u32 waiting = nr_cpus_online, cpu = 0;
		void *object;

		slab_begin();
		object = kmalloc(8, GFP_KERNEL_ACCOUNT);
		raced_slab = slab_of(object);
		aid_run_everywhere(race, &waiting);
		while ((cpu = aid_next_cpu(cpu)))
			EXPECT(raced[cpu] == raced[0] && raced[0] == raced_slab->owners);
		EXPECT_EQ(slab_check(), 0);
		kfree(object);
		/* The vector goes with the slab. */
		kmem_cache_shrink(raced_slab->cache);
		slab_end();
	}
}
