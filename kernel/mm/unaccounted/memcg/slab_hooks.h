/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab_hooks - what the slab calls around an object when nobody accounts: nothing. Stands in for
 * kernel/memcg's header of this name, which comes first where the slab is part of a subject.
 *
 * Before the object: false: it may not be had; *objcgp: who pays, NULL: nobody. Then, with its slot
 * in the owner vector (NULL: none could be had) and the node of its slab. Then once more, behind
 * all of an allocation. And at the free, before the object is on any list.
 */
#ifndef MM_UNACCOUNTED_SLAB_HOOKS_H
#define MM_UNACCOUNTED_SLAB_HOOKS_H

#include <lib/types.h>

struct obj_cgroup;

enum node_stat_item {
	NR_SLAB_RECLAIMABLE_B,
	NR_SLAB_UNRECLAIMABLE_B,
};

static __always_inline bool memcg_slab_pre_alloc_hook(struct obj_cgroup **objcgp, u32 gfp,
						      bool cache_accounted, u32 size)
{
	(void)gfp, (void)cache_accounted, (void)size;
	*objcgp = NULL;
	return true;
}

static __always_inline void memcg_slab_account_object(struct obj_cgroup *objcg,
						      struct obj_cgroup **slot, s32 node,
						      enum node_stat_item idx, u32 size)
{
	(void)objcg, (void)slot, (void)node, (void)idx, (void)size;
}

static __always_inline void memcg_slab_post_alloc_hook(struct obj_cgroup *objcg, u32 size,
						       bool delivered)
{
	(void)objcg, (void)size, (void)delivered;
}

static __always_inline void memcg_slab_free_hook(struct obj_cgroup **owners, u32 index, s32 node,
						 enum node_stat_item idx, u32 size)
{
	(void)owners, (void)index, (void)node, (void)idx, (void)size;
}

static __always_inline int memcg_kmem_charge_page(struct obj_cgroup **owner, u32 gfp, u32 order)
{
	(void)gfp, (void)order;
	*owner = NULL;
	return 0;
}

static __always_inline void memcg_kmem_uncharge_page(struct obj_cgroup **owner, u32 order)
{
	(void)owner, (void)order;
}

#endif
