// SPDX-License-Identifier: GPL-2.0-only
/*
 * obj_stat - mod_objcg_state(): what the object stock remembers of statistics. Invariant: pushed +
 * cached = bytes of live objects, for each group and index; for each node, too, except in the
 * variants whose flush at a change of node goes to the new one (NODE_POSTED).
 *
 * A sum of exactly one page is kept, one byte more is pushed; an empty sum takes any value.
 */
#include "obj_stock.h"

#include <memcg/stat.h>

static bool more_than_a_page(s32 nr)
{
	return (nr < 0 ? -(s64)nr : nr) > (s64)PAGE_SIZE;
}

static void push_sums(struct obj_stock *stock, s32 node)
{
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		if (!stock->vmstat[idx])
			continue;
		mod_objcg_mlstate(stock->cached_objcg, node, idx, stock->vmstat[idx]);
		stock->vmstat[idx] = 0;
	}
}

/* The node is forgotten only if there was something to push; a stale one is harmless. */
void obj_stock_push(struct obj_stock *stock)
{
	if (V.cache == CACHE_PAIR && stock->pair_bytes) {
		mod_objcg_mlstate(stock->cached_objcg, stock->node, stock->pair_idx,
				  stock->pair_bytes);
		stock->pair_bytes = 0;
		stock->node = OBJ_STOCK_NO_NODE;
	}
	if (V.cache == CACHE_SUMS &&
	    (stock->vmstat[NR_SLAB_RECLAIMABLE_B] || stock->vmstat[NR_SLAB_UNRECLAIMABLE_B])) {
		push_sums(stock, stock->node);
		stock->node = OBJ_STOCK_NO_NODE;
	}
}

/* The stock is not switched to another owner: its statistics are pushed at once. */
static void pair_add(struct obj_stock *stock, struct obj_cgroup *objcg, s32 node,
		     enum node_stat_item idx, s32 nr)
{
	s32 push = 0;

	if (stock->cached_objcg != objcg) {
		push = nr;
	} else if (!stock->pair_bytes) {
		stock->pair_bytes = nr;
		stock->pair_idx = idx;
		stock->node = node;
	} else if (stock->node != node || stock->pair_idx != idx) {
		s32 old_node = stock->node;
		enum node_stat_item old_idx = stock->pair_idx;

		push = stock->pair_bytes;
		stock->pair_bytes = nr;
		stock->pair_idx = idx;
		stock->node = node;
		idx = old_idx;
		node = old_node;
	} else {
		stock->pair_bytes += nr;
		if (more_than_a_page(stock->pair_bytes)) {
			push = stock->pair_bytes;
			stock->pair_bytes = 0;
		}
	}
	if (push)
		mod_objcg_mlstate(objcg, node, idx, push);
}

/* The stock belongs to @objcg and remembers @node afterwards. */
static void sums_prepare(struct obj_stock *stock, struct obj_cgroup *objcg, s32 node)
{
	if (stock->cached_objcg != objcg) {
		obj_stock_switch(stock, objcg, V.xchg_stat);
		stock->node = node;
	} else if (stock->node != node) {
		push_sums(stock, V.node == NODE_FIXED ? stock->node : node);
		stock->node = node;
	}
}

static void sums_add(struct obj_stock *stock, struct obj_cgroup *objcg, s32 node,
		     enum node_stat_item idx, s32 nr)
{
	s32 *sum = &stock->vmstat[idx];
	s32 push;

	sums_prepare(stock, objcg, node);
	if (!*sum) {
		*sum = nr;
		return;
	}
	push = *sum + nr;
	section_point();
	*sum = push;
	if (more_than_a_page(push)) {
		*sum = 0;
		mod_objcg_mlstate(objcg, node, idx, push);
	}
}

void mod_objcg_state(struct obj_cgroup *objcg, s32 node, enum node_stat_item idx, s32 nr)
{
	struct obj_stock *stock;
	unsigned long flags;

	if (V.cache == CACHE_NONE) {
		mod_objcg_state_direct(objcg, node, idx, nr);
		return;
	}
	count_event(COUNT_STAT_CALL);
	stock = get_obj_stock(&flags);
	if (V.cache == CACHE_PAIR)
		pair_add(stock, objcg, node, idx, nr);
	else
		sums_add(stock, objcg, node, idx, nr);
	put_obj_stock(flags);
}
