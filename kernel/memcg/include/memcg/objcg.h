/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * objcg - reparenting, and how pages are bought for an object cgroup and given back. Follows
 * memcg-spec 1.3 and 2.11.
 */
#ifndef MEMCG_OBJCG_H
#define MEMCG_OBJCG_H

#include <memcg/memcg.h>

/*
 * Charge @nr_pages to the owner (and its kmem counter on v1). 0 or -ENOMEM. Any context; @gfp says
 * what may be done.
 */
int obj_cgroup_charge_pages(struct obj_cgroup *objcg, u32 gfp, u32 nr_pages);

/* The way back: into the page stock of this CPU. Any context, also inside an object section. */
void obj_cgroup_uncharge_pages(struct obj_cgroup *objcg, u32 nr_pages);

/*
 * @memcg is going offline: its object cgroups, inherited ones too, get the parent as owner; its own
 * ones lose their initial reference. Context: threads.
 */
void memcg_reparent_objcgs(struct mem_cgroup *memcg);

/* A reference on the owner. Retries while that is going away: it will be replaced by its parent. */
struct mem_cgroup *get_mem_cgroup_from_objcg(struct obj_cgroup *objcg);

#endif
