// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_slab_misuse - each mistake is named, once, and changes nothing: what is in use stays whole,
 * and the walk over everything finds all in order.
 */
#include <arch/mmu.h>
#include <core/page_alloc.h>
#include <lib/errno.h>
#include <mm/kmalloc.h>
#include <test/slab.h>
#include <test/test.h>

TEST(slab_misuse, sizes)
{
	slab_begin();
	EXPECT_EQ(kmem_cache_create("test", 0, 0, 0), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmem_cache_create("test", SLAB_SIZE_MAX + 1, 0, 0), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmem_cache_create("test", (size_t)-8, 0, 0), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmem_cache_create("test", 8, 24, 0), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmem_cache_create("test", 8, 2 * SLAB_ALIGN_MAX, 0), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmem_cache_create(NULL, 8, 0, 0), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmalloc((size_t)-1, GFP_KERNEL), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmalloc(KMALLOC_MAX_BYTES + 1, GFP_KERNEL), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kmalloc_array(SIZE_MAX / 8, 16, GFP_KERNEL), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT_EQ(kcalloc((size_t)-1, 1, GFP_KERNEL), 0);
	slab_expect_error(SLAB_ERROR_SIZE);
	EXPECT(kmalloc_array(0, 16, GFP_KERNEL) == ZERO_SIZE_PTR);
	slab_end();
}

/* At once, with others freed in between, and of an object that nobody has written to. */
TEST(slab_misuse, double_free)
{
	void *object[3];

	slab_begin();
	for (u32 size = 8; size <= 8192; size *= 2) {
		for (u32 i = 0; i < 3; i++)
			object[i] = kmalloc_sized(size, GFP_KERNEL);
		slab_stamp(object[2], size, 5);
		for (u32 i = 0; i < 2; i++) {
			kfree(object[i]);
			kfree(object[i]);
			slab_expect_error(SLAB_ERROR_DOUBLE_FREE);
			kfree(object[0]);
			slab_expect_error(SLAB_ERROR_DOUBLE_FREE);
		}
		EXPECT(slab_stamp_is_whole(object[2], size, 5));
		EXPECT_EQ(slab_check(), 0);
		kfree(object[2]);
	}
	slab_end();
}

static void expect_foreign(const void *pointer)
{
	kfree(pointer);
	slab_expect_error(SLAB_ERROR_FOREIGN);
}

TEST(slab_misuse, foreign)
{
	static u64 in_image;
	u64 on_stack, phys = page_alloc(0);

	slab_begin();
	expect_foreign(&in_image);
	expect_foreign(&on_stack);
	expect_foreign((void *)0x1234);
	expect_foreign((void *)-8l);
	expect_foreign((void *)(1ull << 63));
	expect_foreign(phys_to_virt(0));
	expect_foreign(phys_to_virt(phys));
	page_free(phys, 0);
	expect_foreign(phys_to_virt(phys));
	slab_end();
}

TEST(slab_misuse, inside)
{
	u8 *small, *large, *odd;

	slab_begin();
	small = kmalloc(64, GFP_KERNEL);
	odd = kmalloc(96, GFP_KERNEL);
	large = kmalloc(20000, GFP_KERNEL);
	for (u32 i = 1; i < 64; i++) {
		kfree(small + i);
		slab_expect_error(SLAB_ERROR_INSIDE);
		kfree(odd + i);
		slab_expect_error(SLAB_ERROR_INSIDE);
	}
	kfree(large + 8);
	slab_expect_error(SLAB_ERROR_INSIDE);
	kfree(large + PAGE_SIZE);
	slab_expect_error(SLAB_ERROR_FOREIGN);
	kfree(small);
	kfree(odd);
	kfree(large);
	kfree(large);
	slab_expect_error(SLAB_ERROR_FOREIGN);
	slab_end();
}

TEST(slab_misuse, wrong_cache)
{
	struct kmem_cache *one, *other;
	void *object;

	slab_begin();
	one = kmem_cache_create("one", 64, 0, 0);
	other = kmem_cache_create("other", 64, 0, 0);
	object = kmem_cache_alloc(one, GFP_KERNEL);
	kmem_cache_free(other, object);
	slab_expect_error(SLAB_ERROR_CACHE);
	kmem_cache_free(NULL, object);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	kmem_cache_free((struct kmem_cache *)&object, object);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	kmem_cache_free(one, object);
	EXPECT_EQ(kmem_cache_destroy(one), 0);
	EXPECT_EQ(kmem_cache_destroy(other), 0);
	slab_end();
}

TEST(slab_misuse, destroyed)
{
	struct kmem_cache *cache;
	void *object;

	slab_begin();
	cache = kmem_cache_create("test", 64, 0, 0);
	object = kmem_cache_alloc(cache, GFP_KERNEL);
	EXPECT_EQ(kmem_cache_destroy(cache), -EBUSY);
	slab_expect_error(SLAB_ERROR_LEAK);
	EXPECT_EQ(slab_census(cache).in_use, 1);
	kmem_cache_free(cache, object);
	EXPECT_EQ(kmem_cache_destroy(cache), 0);
	EXPECT_EQ(kmem_cache_alloc(cache, GFP_KERNEL), 0);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	kmem_cache_free(cache, object);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	kfree(object);
	slab_expect_error(SLAB_ERROR_FOREIGN);
	EXPECT_EQ(kmem_cache_destroy(cache), -EINVAL);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	EXPECT_EQ(kmem_cache_destroy((struct kmem_cache *)&object), -EINVAL);
	slab_expect_error(SLAB_ERROR_DESTROYED);
	EXPECT_EQ(kmem_cache_destroy(NULL), 0);
	slab_end();
}
