// SPDX-License-Identifier: GPL-2.0-only
/*
 * kmalloc - sizes to caches, and blocks of pages for what is larger.
 *
 * A block's descriptor is a slab without a cache and without objects. Only its first page leads to
 * it: a pointer that is to be freed is the block's beginning.
 */
#include <core/page_alloc.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <memcg/slab_hooks.h>
#include <mm/kmalloc.h>
#include <sched/sched.h>

#include "slab_impl.h"

struct kmem_cache *kmalloc_caches[2][KMALLOC_CLASSES];

static const struct {
	u32 size;
	const char *name[2];
} classes[KMALLOC_CLASSES] = {
	[1] = { 96, { "kmalloc-96", "kmalloc-cg-96" } },
	[2] = { 192, { "kmalloc-192", "kmalloc-cg-192" } },
	[3] = { 8, { "kmalloc-8", "kmalloc-cg-8" } },
	[4] = { 16, { "kmalloc-16", "kmalloc-cg-16" } },
	[5] = { 32, { "kmalloc-32", "kmalloc-cg-32" } },
	[6] = { 64, { "kmalloc-64", "kmalloc-cg-64" } },
	[7] = { 128, { "kmalloc-128", "kmalloc-cg-128" } },
	[8] = { 256, { "kmalloc-256", "kmalloc-cg-256" } },
	[9] = { 512, { "kmalloc-512", "kmalloc-cg-512" } },
	[10] = { 1024, { "kmalloc-1k", "kmalloc-cg-1k" } },
	[11] = { 2048, { "kmalloc-2k", "kmalloc-cg-2k" } },
	[12] = { 4096, { "kmalloc-4k", "kmalloc-cg-4k" } },
	[13] = { 8192, { "kmalloc-8k", "kmalloc-cg-8k" } },
};

static bool kmalloc_init_type(u32 type)
{
	for (u32 i = 1; i < KMALLOC_CLASSES; i++) {
		kmalloc_caches[type][i] = kmem_cache_create(classes[i].name[type], classes[i].size,
							    0, type ? SLAB_ACCOUNT : 0);
		if (!kmalloc_caches[type][i])
			return false;
	}
	return true;
}

int kmalloc_init(void)
{
	if (kmalloc_init_type(0) && kmalloc_init_type(1))
		return 0;
	kmalloc_exit();
	return -ENOMEM;
}

/* The accounted ones first: vectors of their slabs are in the others. */
int kmalloc_exit(void)
{
	int error = 0;

	for (u32 type = 2; type-- > 0;) {
		for (u32 i = 1; i < KMALLOC_CLASSES; i++) {
			if (kmem_cache_destroy(kmalloc_caches[type][i]))
				error = -EBUSY;
			else
				kmalloc_caches[type][i] = NULL;
		}
	}
	return error;
}

static u32 order_of(size_t size)
{
	u32 order = 0;

	while ((PAGE_SIZE << order) < size)
		order++;
	return order;
}

static void *kmalloc_pages(size_t size, u32 gfp, int node)
{
	u32 order = order_of(size);
	struct slab *block;
	u64 phys;

	if (gfpflags_allow_blocking(gfp))
		might_resched();
	phys = page_alloc_node(order, node);
	if (!phys) {
		slab_refused();
		return NULL;
	}
	block = (struct slab *)page_of(phys_to_virt(phys));
	block->cache = NULL;
	block->state = (u64)kmalloc_caches;
	block->base = (u64)phys_to_virt(phys);
	block->objects = 0;
	block->order = (u8)order;
	block->node = (u8)page_node(phys);
	if (memcg_kmem_charge_page(&block->owner, gfp, order)) {
		page_free(phys, order);
		slab_refused();
		return NULL;
	}
	WRITE_ONCE(block->head, block);
	if (gfp & __GFP_ZERO)
		memset((void *)block->base, 0, PAGE_SIZE << order);
	return (void *)block->base;
}

static __always_inline void *kmalloc_any(size_t size, u32 gfp, int node)
{
	if (likely(size - 1 < KMALLOC_CLASS_MAX_BYTES)) {
		struct kmem_cache *cache = kmalloc_caches[kmalloc_type(gfp)][kmalloc_class(size)];

		return node == NUMA_NO_NODE ? kmem_cache_alloc(cache, gfp)
					    : kmem_cache_alloc_node(cache, gfp, node);
	}
	if (!size)
		return ZERO_SIZE_PTR;
	if (size <= KMALLOC_MAX_BYTES)
		return kmalloc_pages(size, gfp, node);
	slab_error(SLAB_ERROR_SIZE, NULL, NULL);
	return NULL;
}

void *kmalloc_sized(size_t size, u32 gfp)
{
	return kmalloc_any(size, gfp, NUMA_NO_NODE);
}

void *kmalloc_node(size_t size, u32 gfp, int node)
{
	return kmalloc_any(size, gfp, node);
}

void *kmalloc_array(size_t n, size_t size, u32 gfp)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		slab_error(SLAB_ERROR_SIZE, NULL, NULL);
		return NULL;
	}
	return kmalloc_sized(bytes, gfp);
}

void *kcalloc(size_t n, size_t size, u32 gfp)
{
	return kmalloc_array(n, size, gfp | __GFP_ZERO);
}

void kfree_pages(struct slab *block, const void *object)
{
	if (!block || block->state != (u64)kmalloc_caches) {
		slab_error(SLAB_ERROR_FOREIGN, NULL, object);
		return;
	}
	if (block->base != (u64)object) {
		slab_error(SLAB_ERROR_INSIDE, NULL, object);
		return;
	}
	memcg_kmem_uncharge_page(&block->owner, block->order);
	WRITE_ONCE(block->head, NULL);
	page_free(virt_to_phys(object), block->order);
}

size_t ksize(const void *object)
{
	const struct slab *slab = ZERO_OR_NULL_PTR(object) ? NULL : slab_of(object);

	if (!slab)
		return 0;
	return slab->cache ? slab->cache->size : PAGE_SIZE << slab->order;
}
