// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_error - counters, and one line for each mistake.
 */
#include "slab_impl.h"

#include <core/printk.h>

const char *const slab_error_names[NR_SLAB_ERRORS] = {
	[SLAB_ERROR_SIZE] = "impossible size",
	[SLAB_ERROR_FOREIGN] = "free of foreign memory",
	[SLAB_ERROR_INSIDE] = "free of what is no object",
	[SLAB_ERROR_DOUBLE_FREE] = "double free",
	[SLAB_ERROR_CACHE] = "free into another cache",
	[SLAB_ERROR_DESTROYED] = "use of a destroyed cache",
	[SLAB_ERROR_LEAK] = "destroyed with objects in use",
};

static u64 counts[NR_SLAB_ERRORS]; /* atomic */
static u64 refusals;		   /* atomic */
static slab_error_hook *error_hook;

void slab_error(enum slab_error kind, const struct kmem_cache *cache, const void *object)
{
	slab_error_hook *hook = READ_ONCE(error_hook);

	__atomic_fetch_add(&counts[kind], 1, __ATOMIC_RELAXED);
	if (hook)
		hook(kind, cache, object);
	else
		printk("error: slab: %s: %p, cache %s", slab_error_names[kind], object,
		       cache ? cache->name : "-");
}

u64 slab_error_count(enum slab_error kind)
{
	return __atomic_load_n(&counts[kind], __ATOMIC_RELAXED);
}

void slab_refused(void)
{
	__atomic_fetch_add(&refusals, 1, __ATOMIC_RELAXED);
}

u64 slab_refusals(void)
{
	return __atomic_load_n(&refusals, __ATOMIC_RELAXED);
}

void slab_error_set_hook(slab_error_hook *hook)
{
	WRITE_ONCE(error_hook, hook);
}
