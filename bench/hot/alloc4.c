// SPDX-License-Identifier: GPL-2.0-only
/*
 * alloc4 - Question: what does accounting add to allocating kernel objects in small batches? The
 * module loop of the published series.
 * One operation: four kmem_cache_alloc(GFP_KERNEL) from one accounted cache, then four
 * kmem_cache_free() in the same order. 32 bytes: S = 40; 4 KiB: S = 4104, which crosses a page.
 * Expected: memcg-spec 4.4, batch 4. 32 bytes never leave the object stock; of 4 KiB every variant
 * buys pages.
 * Not measured: a slab that has to be made, and the first charge of a stock.
 * Would mislead if one of the pair's four were read as one of the published pairs: divide by four.
 */
#include "subject_case.h"

#include <lib/errno.h>

/* Once loaded for each call, as a module's own variable is. */
static struct kmem_cache *alloc4_cache;

static __always_inline void alloc4_batch(void)
{
	void *a = kmem_cache_alloc(alloc4_cache, GFP_KERNEL);
	void *b = kmem_cache_alloc(alloc4_cache, GFP_KERNEL);
	void *c = kmem_cache_alloc(alloc4_cache, GFP_KERNEL);
	void *d = kmem_cache_alloc(alloc4_cache, GFP_KERNEL);

	kmem_cache_free(alloc4_cache, a);
	kmem_cache_free(alloc4_cache, b);
	kmem_cache_free(alloc4_cache, c);
	kmem_cache_free(alloc4_cache, d);
}

static int alloc4_prepare(const struct case_world *world)
{
	alloc4_cache = kmem_cache_create("alloc4", world->size, 0, SLAB_ACCOUNT);
	return alloc4_cache ? 0 : -ENOMEM;
}

static int alloc4_finish(void)
{
	return kmem_cache_destroy(alloc4_cache);
}

HOT_SUBJECT_LOOPS(alloc4, alloc4_batch())
HOT_SUBJECT_CASE(alloc4, .levels = 1u << LEVEL_TASK, .accountings = ACCOUNTINGS_ALL, .batch = 4,
		 .published_irqs = 1u << true, .published_levels = 1u << LEVEL_TASK,
		 .sizes = { 32, 4096 }, .prepare = alloc4_prepare, .finish = alloc4_finish)
