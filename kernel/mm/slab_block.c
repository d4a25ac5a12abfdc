// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_block - a slab out of a block of pages, and back.
 *
 * The heads of all its pages lead to the slab from before its first object is given out until after
 * its last is back; so an address that leads to a slab is one of its pages.
 */
#include "slab_impl.h"

#include <core/page_alloc.h>

void slab_set_heads(struct slab *slab, struct slab *head)
{
	struct page *page = (struct page *)slab;

	for (u32 i = 0; i < 1u << slab->order; i++)
		WRITE_ONCE(page[i].head, (struct page *)head);
}

/* All objects in the order of their addresses. */
static void slab_link_all(const struct kmem_cache *cache, const struct slab *slab)
{
	void *next = NULL;

	for (u32 i = slab->objects; i-- > 0;) {
		void *object = (void *)(slab->base + i * cache->size);

		slab_link(cache, object, next);
		next = object;
	}
}

struct slab *slab_new(struct kmem_cache *cache, u32 gfp, int node)
{
	u64 phys = page_alloc_node(cache->order, node);
	struct slab *slab;

	(void)gfp; /* nothing is reclaimed here, so nobody waits */
	if (!phys)
		return NULL;
	slab = (struct slab *)page_of(phys_to_virt(phys));
	slab->cache = cache;
	slab->owners = NULL;
	slab->base = (u64)phys_to_virt(phys);
	slab->objects = cache->objects;
	slab->order = cache->order;
	slab->node = (u8)page_node(phys);
	slab->state = STATE_FROZEN | slab_first_bits(slab, (void *)slab->base);
	slab_link_all(cache, slab);
	slab_set_heads(slab, slab);
	__atomic_fetch_add(&cache->nr_slabs, 1, __ATOMIC_RELAXED);
	return slab;
}

void slab_discard(struct slab *slab)
{
	slab_owners_free(slab);
	__atomic_fetch_sub(&slab->cache->nr_slabs, 1, __ATOMIC_RELAXED);
	slab_set_heads(slab, NULL);
	page_free(virt_to_phys((void *)slab->base), slab->order);
}
