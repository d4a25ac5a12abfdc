/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * obj_stock - per-CPU store of bytes already charged to one object cgroup, and of statistics not
 * yet pushed. Follows memcg-spec 2.4 to 2.9.
 *
 * Slab objects are smaller than a page but the page counter deals in pages; each CPU keeps the
 * unused rest of the pages that it has charged, so that most allocations pay from local memory.
 */
#ifndef MEMCG_OBJ_STOCK_H
#define MEMCG_OBJ_STOCK_H

#include <memcg/memcg.h>
#include <memcg/variants.h>

#define OBJ_STOCK_NO_NODE -1

/* Written by its own CPU inside an object section. */
struct obj_stock {
	struct obj_cgroup *cached_objcg; /* with a reference */
	u32 nr_bytes;
	s32 node;		      /* of the statistics below; OBJ_STOCK_NO_NODE: none yet */
	s32 vmstat[NR_SLAB_STATS];    /* CACHE_SUMS: one for each index */
	s32 pair_bytes;		      /* CACHE_PAIR */
	enum node_stat_item pair_idx; /* CACHE_PAIR, while pair_bytes is not 0 */
	u32 loaded; /* counting builds: from nr_charged_bytes since the last fold or drain (I5) */
};

struct memcg_stock_pcp;

void obj_stock_init(struct obj_stock *stock);

/* Bytes, of one object: two of them still fit into a cached sum. */
#define OBJ_CHARGE_MAX (1u << 29)

/*
 * Pay for @size bytes of a new object, at most OBJ_CHARGE_MAX: from the stock, or by pages whose
 * rest goes into it. 0 or -ENOMEM. Any context but NMI.
 */
int obj_cgroup_charge(struct obj_cgroup *objcg, u32 gfp, u32 size);

/* The way back. The caller holds a reference on @objcg. */
void obj_cgroup_uncharge(struct obj_cgroup *objcg, u32 size);

/* Account @nr bytes of @idx on @node, cached where the variant does that. */
void mod_objcg_state(struct obj_cgroup *objcg, s32 node, enum node_stat_item idx, s32 nr);

/* Empty @stock, this CPU's. Inside its section. */
void drain_obj_stock(struct obj_stock *stock);

/* Does @stock, perhaps another CPU's, keep something of the subtree of @root? Under RCU. */
bool obj_stock_flush_required(const struct memcg_stock_pcp *stock, const struct mem_cgroup *root);

#endif
