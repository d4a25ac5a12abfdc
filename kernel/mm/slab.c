// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab - the fast paths: an object off this CPU's list, an object onto it, by one instruction that
 * exchanges the list's head and the transaction id. No lock, no masking: what an interrupt, or
 * another thread of this CPU, does in between has made the id another one, and the change begins
 * anew.
 *
 * What it reads before may be stale when it is used, for the same reason, and is then not used.
 * The order of accesses that matters is the one an interrupt on this CPU sees, which is the
 * program's; other CPUs come in by slab->state only (slab_slow.c).
 */
#include <lib/string.h>
#include <memcg/slab_hooks.h>
#include <mm/kmalloc.h>
#include <sched/sched.h>

#include "slab_impl.h"

static __always_inline void *slab_take(struct kmem_cache *cache, u32 gfp, int node)
{
	void *object, *next;
	u64 tid;

	do {
		struct kmem_cache_cpu *c = this_cpu_ptr(cache->cpu);
		const struct slab *slab;

		/* First, so that everything behind it is of this transaction, or fails. */
		tid = READ_ONCE(c->top.tid);
		object = READ_ONCE(c->top.freelist);
		slab = READ_ONCE(c->slab);
		if (unlikely(!object || !slab || !slab_fits_node(slab, node)))
			return slab_alloc_slow(cache, gfp, node);
		next = slab_next(cache, object);
	} while (unlikely(!this_cpu_cmpxchg_double(&cache->cpu->top, object, tid, next, tid + 1)));
	slab_unlink(cache, object);
	return object;
}

static __always_inline void slab_give(struct kmem_cache *cache, struct slab *slab, void *object)
{
	void *first;
	u64 tid;

	do {
		struct kmem_cache_cpu *c = this_cpu_ptr(cache->cpu);

		tid = READ_ONCE(c->top.tid);
		if (unlikely(slab != READ_ONCE(c->slab))) {
			slab_free_slow(cache, slab, object);
			return;
		}
		first = READ_ONCE(c->top.freelist);
		slab_link(cache, object, first);
		/* The exchange clobbers no memory; the link is in place before it. */
		barrier();
	} while (unlikely(!this_cpu_cmpxchg_double(&cache->cpu->top, first, tid, object, tid + 1)));
}

static __always_inline enum node_stat_item slab_stat_item(const struct kmem_cache *cache)
{
	return cache->flags & SLAB_RECLAIM_ACCOUNT ? NR_SLAB_RECLAIMABLE_B
						   : NR_SLAB_UNRECLAIMABLE_B;
}

static __always_inline void slab_account(struct kmem_cache *cache, struct obj_cgroup *objcg,
					 void *object, u32 gfp)
{
	struct slab *slab;

	if (object) {
		slab = slab_of(object);
		memcg_slab_account_object(
			objcg, slab_owner_slot(slab, slab_index(cache, slab, object), gfp),
			slab->node, slab_stat_item(cache), cache->size);
	}
	memcg_slab_post_alloc_hook(objcg, cache->size, object);
}

static __always_inline void *slab_alloc(struct kmem_cache *cache, u32 gfp, int node)
{
	struct obj_cgroup *objcg;
	void *object;

	if (gfpflags_allow_blocking(gfp))
		might_resched();
	if (!memcg_slab_pre_alloc_hook(&objcg, gfp, cache->flags & SLAB_ACCOUNT, cache->size)) {
		slab_refused();
		return NULL;
	}
	object = slab_take(cache, gfp, node);
	if (unlikely(gfp & __GFP_ZERO) && object)
		memset(object, 0, cache->object_size);
	if (objcg)
		slab_account(cache, objcg, object, gfp);
	return object;
}

void *kmem_cache_alloc(struct kmem_cache *cache, u32 gfp)
{
	return slab_alloc(cache, gfp, NUMA_NO_NODE);
}

void *kmem_cache_alloc_node(struct kmem_cache *cache, u32 gfp, int node)
{
	return slab_alloc(cache, gfp, node >= 0 && (u32)node < page_nodes() ? node : NUMA_NO_NODE);
}

static __always_inline void slab_free(struct kmem_cache *cache, struct slab *slab, void *object)
{
	u32 index = slab_index(cache, slab, object);

	if (unlikely(index >= slab->objects)) {
		slab_error(SLAB_ERROR_INSIDE, cache, object);
		return;
	}
	if (unlikely(slab_is_free(cache, slab, object))) {
		slab_error(SLAB_ERROR_DOUBLE_FREE, cache, object);
		return;
	}
	memcg_slab_free_hook(slab->owners, index, slab->node, slab_stat_item(cache), cache->size);
	slab_give(cache, slab, object);
}

/* @slab is not one of @cache: which mistake is it? */
static __noinline void slab_free_refuse(struct kmem_cache *cache, const struct slab *slab,
					const void *object)
{
	if (!slab_cache_is_alive(cache))
		slab_error(SLAB_ERROR_DESTROYED, NULL, object);
	else if (!slab || !slab->cache)
		slab_error(SLAB_ERROR_FOREIGN, cache, object);
	else
		slab_error(SLAB_ERROR_CACHE, cache, object);
}

void kmem_cache_free(struct kmem_cache *cache, void *object)
{
	struct slab *slab;

	if (unlikely(!object))
		return;
	slab = slab_of(object);
	if (unlikely(!slab || slab->cache != cache || !cache))
		slab_free_refuse(cache, slab, object);
	else
		slab_free(cache, slab, object);
}

void kfree(const void *object)
{
	struct slab *slab;

	if (unlikely(ZERO_OR_NULL_PTR(object)))
		return;
	slab = slab_of(object);
	if (likely(slab && slab->cache))
		slab_free(slab->cache, slab, (void *)object);
	else
		kfree_pages(slab, object);
}
