/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab_error - what callers do wrong, counted, and told to whoever asked or printed.
 */
#ifndef MM_SLAB_ERROR_H
#define MM_SLAB_ERROR_H

#include <lib/types.h>

struct kmem_cache;

enum slab_error {
	SLAB_ERROR_SIZE,	/* zero, too large, or a product that overflows */
	SLAB_ERROR_FOREIGN,	/* not memory of this allocator */
	SLAB_ERROR_INSIDE,	/* in a slab, but not where an object begins */
	SLAB_ERROR_DOUBLE_FREE, /* an object that is free */
	SLAB_ERROR_CACHE,	/* an object of another cache */
	SLAB_ERROR_DESTROYED,	/* the cache is none, or no more */
	SLAB_ERROR_LEAK,	/* destroyed with objects in use */
	NR_SLAB_ERRORS,
};

typedef void slab_error_hook(enum slab_error kind, const struct kmem_cache *cache,
			     const void *object);

extern const char *const slab_error_names[NR_SLAB_ERRORS];

/* Count, then tell the hook, or print a line if there is none. Any context. */
void slab_error(enum slab_error kind, const struct kmem_cache *cache, const void *object);

/* How often since boot. */
u64 slab_error_count(enum slab_error kind);

/* Allocations since boot that there was no memory for, or whose charge was refused. No mistakes. */
u64 slab_refusals(void);

/* Called instead of printing, in the context of the error. NULL: print. Context: tasks. */
void slab_error_set_hook(slab_error_hook *hook);

#endif
