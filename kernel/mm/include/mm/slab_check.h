/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab_check - walk everything that the slab has, and count again what it counts.
 *
 * Invariants: a slab is this CPU's or that CPU's (the one it allocates from, or on its list of
 * partial ones), or on its node's list of partial ones, or full and nowhere. An object is in use or
 * on exactly one list of free objects: the CPU's, or its slab's. A list ends, and every member is
 * where an object of that slab begins. What a slab counts as in use is what is not on its own list.
 */
#ifndef MM_SLAB_CHECK_H
#define MM_SLAB_CHECK_H

#include <lib/types.h>

struct kmem_cache;

struct slab_census {
	u64 slabs;
	u64 objects;
	u64 in_use;  /* by users: neither on a CPU's list nor on the slab's */
	u64 vectors; /* of owners */
};

/*
 * How many invariants are broken; each is printed, up to a few. Nobody allocates or frees
 * meanwhile. Context: tasks, one at a time.
 */
u32 slab_check(void);
u32 slab_check_cache(struct kmem_cache *cache);

/* What @cache has; only right if slab_check_cache() is 0. Context as above. */
struct slab_census slab_census(struct kmem_cache *cache);

/* A line for each cache that has objects in use; how many objects these are. Context as above. */
u64 slab_report_leaks(void);

#endif
