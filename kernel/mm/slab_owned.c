// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_owned - a walk over the objects that have an owner, for who recounts what owners are
 * charged. Slabs are found by their pages' descriptors, so full ones are, too.
 */
#include <mm/kmalloc.h>
#include <mm/slab_owned.h>

#include "slab_impl.h"

struct owned_walk {
	slab_owned_fn *fn;
	slab_owned_pages_fn *pages_fn;
	void *arg;
};

static bool is_own_cache(const struct kmem_cache *cache)
{
	return cache >= slab_caches && cache < slab_caches + SLAB_CACHES_MAX;
}

static bool is_own_block(const struct slab *block)
{
	return !block->cache && block->state == (u64)kmalloc_caches;
}

static void walk_block(struct page *page, void *arg)
{
	const struct slab *slab = (const struct slab *)page;
	const struct owned_walk *walk = arg;

	if (page->head != page)
		return;
	if (is_own_block(slab) && slab->owner)
		walk->pages_fn(slab->owner, 1u << slab->order, walk->arg);
	if (!is_own_cache(slab->cache) || !slab->owners)
		return;
	for (u32 i = 0; i < slab->objects; i++)
		if (slab->owners[i])
			walk->fn(slab->owners[i], slab->cache->size, slab->node,
				 slab->cache->flags & SLAB_RECLAIM_ACCOUNT, walk->arg);
}

void slab_for_each_owned(slab_owned_fn *fn, slab_owned_pages_fn *pages_fn, void *arg)
{
	struct owned_walk walk = { fn, pages_fn, arg };

	page_for_each_block(walk_block, &walk);
}
