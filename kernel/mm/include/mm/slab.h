/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab - objects of one size, by the cache.
 *
 * Names and arguments are Linux's (6.1), less the constructor. Every function may be called from a
 * task, a softirq and a hard interrupt unless it says otherwise, with interrupts on or off; with
 * GFP_KERNEL from tasks only. What is wrong with a call is named through slab_error() and the call
 * then changes nothing: see mm/slab_error.h.
 *
 * Found: a pointer that is no object, or inside of one, an object that is free already, or another
 * cache's, a cache that is destroyed. Not found: two CPUs that free one object at the same moment,
 * an object that somebody writes to while it is free.
 */
#ifndef MM_SLAB_H
#define MM_SLAB_H

#include <lib/types.h>
#include <mm/gfp.h>

#define SLAB_ACCOUNT	     1u /* every object is charged */
#define SLAB_RECLAIM_ACCOUNT 2u /* counts as reclaimable */
#define SLAB_HWCACHE_ALIGN   4u /* no line holds more objects than it must */

#define SLAB_SIZE_MAX  8192u
#define SLAB_ALIGN_MAX 4096u

struct kmem_cache;

/*
 * NULL: a size or an alignment that cannot be (0, above the maximum, no power of two), no name, no
 * room, or a CPU without what the fast path is made of. @align 0: that of a word. @name lives as
 * long as the cache. Context: tasks.
 */
struct kmem_cache *kmem_cache_create(const char *name, size_t size, size_t align, u32 flags);

/*
 * Nobody uses @cache any more, on any CPU. 0; -EBUSY, and the cache goes on, if objects are in use:
 * they are reported; -EINVAL if it is no cache. NULL is allowed. Context: tasks. (Linux returns
 * nothing and leaks what is in use.)
 */
int kmem_cache_destroy(struct kmem_cache *cache);

/* Give back all that is free, on every CPU. Nobody uses @cache meanwhile. Context: tasks. */
void kmem_cache_shrink(struct kmem_cache *cache);

/* An object, NULL if there is no memory or its charge is refused. Contents: 0 with __GFP_ZERO. */
void *kmem_cache_alloc(struct kmem_cache *cache, u32 gfp);

/* The same, of memory of @node as long as that has some. NUMA_NO_NODE: of any. */
void *kmem_cache_alloc_node(struct kmem_cache *cache, u32 gfp, int node);

/* @object from kmem_cache_alloc() of this cache, or NULL. Any CPU. */
void kmem_cache_free(struct kmem_cache *cache, void *object);

#endif
