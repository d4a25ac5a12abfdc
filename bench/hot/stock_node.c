// SPDX-License-Identifier: GPL-2.0-only
/*
 * stock_node - Question: what do statistics cost when the node changes from call to call?
 * One operation: four statistics calls for one object cgroup, +136 bytes on node 0, +136 on node 1,
 * and the same back; each call meets what the one before has left for the other node. The stock is
 * this object cgroup's from the beginning: `v4-vmstat` caches nothing for any other.
 * Expected: four sections and a push for each call, in every variant. `v6-taskobj` masks interrupts
 * for each push besides: its sections only disable preemption.
 * Not measured: bytes and pages.
 * Would mislead if it were compared with four calls on one node, which push nothing but in `base`
 * and `v6-move`.
 */
#include "stock.h"

static __always_inline void stock_stat(s32 node, s32 bytes)
{
	hook_mod_objcg_state(stock_objcg, node, NR_SLAB_UNRECLAIMABLE_B, bytes);
}

static __always_inline void stock_node(void)
{
	stock_stat(0, STOCK_SMALL);
	stock_stat(1, STOCK_SMALL);
	stock_stat(0, -(s32)STOCK_SMALL);
	stock_stat(1, -(s32)STOCK_SMALL);
}

static int stock_node_prepare(const struct case_world *world)
{
	int error = stock_prepare(world);

	if (!error)
		stock_pair(stock_objcg, STOCK_SMALL);
	return error;
}

HOT_SUBJECT_LOOPS(stock_node, stock_node())
HOT_STOCK_CASE_PREPARED(stock_node, stock_node_prepare, .nodes = 2)
