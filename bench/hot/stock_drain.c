// SPDX-License-Identifier: GPL-2.0-only
/*
 * stock_drain - Question: what does it cost to empty a CPU's stocks, and to begin anew?
 * One operation: charge 136 bytes (a hit), drain_local_stock(): what is left, less than a page, is
 * spilled to nr_charged_bytes and the owner forgotten; uncharge 136 bytes: the owner is cached
 * again, and what was spilled is taken back.
 * Expected: three sections, one atomic addition, one exchange, a reference put and one taken. No
 * page moves.
 * Not measured: a page stock that has pages, cached statistics, the work on another CPU.
 * Would mislead as the cost of drain_all_stock(), which looks at every CPU.
 */
#include "stock.h"

static __always_inline void stock_drain(void)
{
	obj_cgroup_charge(stock_objcg, GFP_KERNEL, STOCK_SMALL);
	drain_local_stock();
	obj_cgroup_uncharge(stock_objcg, STOCK_SMALL);
}

HOT_SUBJECT_LOOPS(stock_drain, stock_drain())
HOT_STOCK_CASE(stock_drain)
