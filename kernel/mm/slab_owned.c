// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_owned - a walk over the objects that have an owner, for who recounts what owners are
 * charged. Slabs are found by their pages' descriptors, so full ones are, too.
 */
#include <mm/slab_owned.h>

#include "slab_impl.h"

struct owned_walk {
	slab_owned_fn *fn;
	void *arg;
};

static bool is_own_cache(const struct kmem_cache *cache)
{
	return cache >= slab_caches && cache < slab_caches + SLAB_CACHES_MAX;
}

static void walk_block(struct page *page, void *arg)
{
	const struct slab *slab = (const struct slab *)page;
	const struct owned_walk *walk = arg;

	if (page->head != page || !is_own_cache(slab->cache) || !slab->owners)
		return;
	for (u32 i = 0; i < slab->objects; i++)
		if (slab->owners[i])
			walk->fn(slab->owners[i], slab->cache->size, slab->node,
				 slab->cache->flags & SLAB_RECLAIM_ACCOUNT, walk->arg);
}

void slab_for_each_owned(slab_owned_fn *fn, void *arg)
{
	struct owned_walk walk = { fn, arg };

	page_for_each_block(walk_block, &walk);
}
