/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab_hooks - what the slab calls before and after an accounted allocation and at a free. Inline,
 * as Linux's are. Follows memcg-spec 1.4, 2.1 to 2.3, in the order of v5.13.
 *
 * The owner vector of a slab page is one pointer an object; the slab keeps and passes it. S, the
 * full size, is the object's size and its slot in that vector.
 */
#ifndef MEMCG_SLAB_HOOKS_H
#define MEMCG_SLAB_HOOKS_H

#include <core/preempt.h>
#include <memcg/current.h>
#include <memcg/obj_stock.h>
#include <memcg/objcg.h>
#include <memcg/stat.h>
#include <memcg/variants.h>
#include <mm/gfp.h>

/* S. @size: from an object to the next, as everywhere here. */
static __always_inline u32 obj_full_size(u32 size)
{
	return size + (u32)sizeof(struct obj_cgroup *);
}

/* mod_objcg_state() as the hook has it: inline in `base`, a call from patch 1 on. */
static __always_inline void hook_mod_objcg_state(struct obj_cgroup *objcg, s32 node,
						 enum node_stat_item idx, s32 nr)
{
	if (V.call == CALL_INLINE)
		mod_objcg_state_direct(objcg, node, idx, nr);
	else
		mod_objcg_state(objcg, node, idx, nr);
}

/* With a reference; NULL: nobody pays. The root is never charged. */
struct obj_cgroup *get_obj_cgroup_from_current(void);

/*
 * Charge whole pages to who pays: *@owner, with a reference; NULL: nobody. 0 or -ENOMEM, with
 * nobody.
 */
int obj_cgroup_charge_current(struct obj_cgroup **owner, u32 gfp, u32 nr_pages);

/*
 * Before the allocation of one object: false if it must fail. *objcgp: who pays, with a reference
 * that memcg_slab_post_alloc_hook() drops; NULL: nobody.
 */
static __always_inline bool memcg_slab_pre_alloc_hook(struct obj_cgroup **objcgp, u32 gfp,
						      bool cache_accounted, u32 size)
{
	struct obj_cgroup *objcg;

	*objcgp = NULL;
	if (!memcg_kmem_enabled())
		return true;
	if (!(gfp & __GFP_ACCOUNT) && !cache_accounted)
		return true;
	objcg = get_obj_cgroup_from_current();
	if (!objcg)
		return true;
	if (obj_cgroup_charge(objcg, gfp, obj_full_size(size))) {
		obj_cgroup_put(objcg);
		return false;
	}
	*objcgp = objcg;
	return true;
}

/*
 * The object has been allocated: @slot is its place in the owner vector; NULL: the vector
 * could not be had, so the object stays without an owner and its charge goes back.
 */
static __always_inline void memcg_slab_account_object(struct obj_cgroup *objcg,
						      struct obj_cgroup **slot, s32 node,
						      enum node_stat_item idx, u32 size)
{
	if (unlikely(!slot)) {
		obj_cgroup_uncharge(objcg, obj_full_size(size));
		return;
	}
	obj_cgroup_get(objcg);
	*slot = objcg;
	hook_mod_objcg_state(objcg, node, idx, (s32)obj_full_size(size));
}

/* Last. An object that was charged and could not be had gives its charge back. */
static __always_inline void memcg_slab_post_alloc_hook(struct obj_cgroup *objcg, u32 size,
						       bool delivered)
{
	if (unlikely(!delivered))
		obj_cgroup_uncharge(objcg, obj_full_size(size));
	obj_cgroup_put(objcg);
}

/*
 * Before object @index of a slab is freed. @owners: the slab's vector; NULL: none. An empty slot:
 * nobody pays for the object.
 */
static __always_inline void memcg_slab_free_hook(struct obj_cgroup **owners, u32 index, s32 node,
						 enum node_stat_item idx, u32 size)
{
	struct obj_cgroup *objcg;

	if (!memcg_kmem_enabled() || !owners)
		return;
	objcg = owners[index];
	if (!objcg)
		return;
	owners[index] = NULL;
	obj_cgroup_uncharge(objcg, obj_full_size(size));
	hook_mod_objcg_state(objcg, node, idx, -(s32)obj_full_size(size));
	obj_cgroup_put(objcg);
}

/*
 * @order pages were allocated whole, not out of a slab: 0, and *@owner is who pays, with a
 * reference, or NULL; -ENOMEM: they may not be had.
 */
static __always_inline int memcg_kmem_charge_page(struct obj_cgroup **owner, u32 gfp, u32 order)
{
	*owner = NULL;
	if (!memcg_kmem_enabled() || !(gfp & __GFP_ACCOUNT))
		return 0;
	return obj_cgroup_charge_current(owner, gfp, 1u << order);
}

/* Before they are freed. *@owner may be NULL. */
static __always_inline void memcg_kmem_uncharge_page(struct obj_cgroup **owner, u32 order)
{
	struct obj_cgroup *objcg = *owner;

	if (!objcg)
		return;
	*owner = NULL;
	obj_cgroup_uncharge_pages(objcg, 1u << order);
	obj_cgroup_put(objcg);
}

#endif
