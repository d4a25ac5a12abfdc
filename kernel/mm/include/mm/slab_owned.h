/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab_owned - every object, and every block of pages, that has an owner.
 */
#ifndef MM_SLAB_OWNED_H
#define MM_SLAB_OWNED_H

#include <lib/types.h>

struct obj_cgroup;

typedef void slab_owned_fn(struct obj_cgroup *owner, u32 size, u32 node, bool reclaimable,
			   void *arg);
typedef void slab_owned_pages_fn(struct obj_cgroup *owner, u32 nr_pages, void *arg);

/*
 * Call @fn for each object, @pages_fn for each block; @size is what memcg_slab_free_hook()
 * will be told. Nobody allocates or frees meanwhile. Context: tasks.
 */
void slab_for_each_owned(slab_owned_fn *fn, slab_owned_pages_fn *pages_fn, void *arg);

#endif
