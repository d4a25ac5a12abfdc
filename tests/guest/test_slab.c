// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_slab - objects of every size and alignment: where they should be, apart from each other,
 * whole as long as they are in use, and all memory back behind them.
 */
#include <arch/mmu.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/page.h>
#include <core/page_alloc.h>
#include <core/printk.h>
#include <mm/kmalloc.h>
#include <test/slab.h>
#include <test/test.h>

#define MANY  300
#define SLOTS 512

static void *objects[SLOTS];
static u32 sizes[SLOTS];

/* @n objects at once: each aligned, all whole when the last one has been filled. */
static void cache_exercise(u32 size, u32 align, u32 flags, u32 n)
{
	struct kmem_cache *cache = kmem_cache_create("test", size, align, flags);

	EXPECT(cache);
	if (!cache)
		return;
	for (u32 i = 0; i < n; i++) {
		objects[i] = kmem_cache_alloc(cache, GFP_KERNEL);
		EXPECT(objects[i]);
		EXPECT_EQ((u64)objects[i] % (align ? align : 8), 0);
		if (objects[i])
			slab_stamp(objects[i], size, i);
	}
	EXPECT_EQ(slab_census(cache).in_use, n);
	for (u32 i = 0; i < n; i++) {
		EXPECT(objects[i] && slab_stamp_is_whole(objects[i], size, i));
		kmem_cache_free(cache, objects[i]);
	}
	EXPECT_EQ(slab_census(cache).in_use, 0);
	EXPECT_EQ(slab_check(), 0);
	EXPECT_EQ(kmem_cache_destroy(cache), 0);
}

TEST(slab, every_small_size)
{
	slab_begin();
	for (u32 size = 1; size <= 200; size++)
		cache_exercise(size, 0, 0, 40);
	slab_end();
}

TEST(slab, large_sizes)
{
	slab_begin();
	for (u32 size = 200; size <= SLAB_SIZE_MAX; size += 333)
		cache_exercise(size, 0, 0, 20);
	cache_exercise(SLAB_SIZE_MAX - 1, 0, 0, 20);
	cache_exercise(SLAB_SIZE_MAX, 0, 0, 20);
	slab_end();
}

TEST(slab, every_alignment)
{
	slab_begin();
	for (u32 align = 1; align <= SLAB_ALIGN_MAX; align *= 2)
		cache_exercise(24, align, 0, 20);
	cache_exercise(40, 0, SLAB_HWCACHE_ALIGN, MANY);
	cache_exercise(8, 0, SLAB_RECLAIM_ACCOUNT, MANY);
	slab_end();
}

/* Each class, by constant and by variable size: usable to ksize(), which is the class. */
TEST(slab, kmalloc_classes)
{
	slab_begin();
	for (u32 size = 1; size <= KMALLOC_CLASS_MAX_BYTES; size += size < 300 ? 1 : 97) {
		void *object = kmalloc_sized(size, GFP_KERNEL);

		EXPECT(object && ksize(object) >= size);
		EXPECT(size <= 8 || ksize(object) <= 2 * size);
		slab_stamp(object, (u32)ksize(object), size);
		EXPECT(slab_stamp_is_whole(object, (u32)ksize(object), size));
		kfree(object);
	}
	objects[0] = kmalloc(128, GFP_ATOMIC);
	EXPECT_EQ(ksize(objects[0]), 128);
	kfree(objects[0]);
	objects[0] = kmalloc(129, GFP_KERNEL_ACCOUNT);
	EXPECT_EQ(ksize(objects[0]), 192);
	kfree(objects[0]);
	slab_end();
}

TEST(slab, kmalloc_pages)
{
	slab_begin();
	for (size_t size = KMALLOC_CLASS_MAX_BYTES + 1; size <= KMALLOC_MAX_BYTES; size *= 2) {
		u64 free = page_alloc_nr_free();
		u8 *object = kzalloc(size, GFP_KERNEL);

		EXPECT(object);
		if (!object)
			continue;
		EXPECT(ksize(object) >= size && !object[0] && !object[size - 1]);
		EXPECT_EQ(free - page_alloc_nr_free(), ksize(object) / PAGE_SIZE);
		kfree(object);
		EXPECT_EQ(page_alloc_nr_free(), free);
	}
	slab_end();
}

TEST(slab, zeroed)
{
	slab_begin();
	for (u32 round = 0; round < 3; round++) {
		u8 *object = kzalloc(100, GFP_KERNEL);

		for (u32 i = 0; i < 100; i++)
			EXPECT_EQ(object[i], 0);
		slab_stamp(object, 128, 0xff);
		kfree(object);
	}
	kfree(NULL);
	kfree(kmalloc(0, GFP_KERNEL));
	EXPECT_EQ(ksize(kmalloc(0, GFP_KERNEL)), 0);
	slab_end();
}

static void slot_replace(u32 at, u32 size)
{
	if (objects[at]) {
		EXPECT(slab_stamp_is_whole(objects[at], sizes[at], at));
		kfree(objects[at]);
	}
	objects[at] = size ? kmalloc_sized(size, GFP_KERNEL) : NULL;
	sizes[at] = size;
	if (objects[at])
		slab_stamp(objects[at], size, at);
}

/* All sizes mixed, in an order that is nobody's. */
TEST(slab, mixed)
{
	u32 seed = 3;

	slab_begin();
	for (u32 i = 0; i < SLOTS; i++)
		objects[i] = NULL;
	for (u32 i = 0; i < 8000; i++)
		slot_replace(slab_random(&seed) % SLOTS,
			     1 + slab_random(&seed) % (8u << slab_random(&seed) % 11));
	EXPECT_EQ(slab_check(), 0);
	for (u32 i = 0; i < SLOTS; i++)
		slot_replace(i, 0);
	slab_end();
}

/* An object of each node, told by its page; `nodes=1` has the one. */
TEST(slab, nodes)
{
	slab_begin();
	for (u32 round = 0; round < 10; round++) {
		for (u32 node = 0; node < page_nodes(); node++) {
			void *object = kmalloc_node(500, GFP_KERNEL, (int)node);

			EXPECT_EQ(page_node(virt_to_phys(object)), node);
			objects[round * 2 + node] = object;
		}
	}
	EXPECT_EQ(slab_check(), 0);
	for (u32 i = 0; i < 20; i++)
		kfree(i % 2 < page_nodes() ? objects[i] : NULL);
	kfree(kmalloc_node(500, GFP_KERNEL, 99));
	slab_end();
}

#define PAIRS 1000

/* Linux 6.1 takes this many instructions on x86_64 for what is measured here. */
#define PAIR_INSTRUCTIONS_MAX 245

/* Under icount a nanosecond is an instruction. */
TEST(slab, pair_instructions)
{
	u64 start, each;

	if (!env_counts_instructions()) {
		SKIP("only under icount");
		return;
	}
	slab_begin();
	kfree(kmalloc(128, GFP_ATOMIC));
	start = clock_ns();
	for (u32 i = 0; i < PAIRS; i++)
		kfree(kmalloc(128, GFP_ATOMIC));
	each = (clock_ns() - start) / PAIRS;
	printk("# kmalloc(128) and kfree: %llu instructions", (unsigned long long)each);
	EXPECT(each <= PAIR_INSTRUCTIONS_MAX);
	slab_end();
}
