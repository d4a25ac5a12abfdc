// SPDX-License-Identifier: GPL-2.0-only
/*
 * stock_owner - Question: what does a change of owner cost?
 * One operation: charge and uncharge 136 bytes of one object cgroup, then of another of the same
 * group. Each charge misses, buys a page and drains the other one's page.
 * Expected: two changes: for each three sections of the object stock, a page out of the page stock
 * and one back into it, the latter inside the second; an atomic addition, a reference put and one
 * taken; the exchange only where it is unconditional.
 * Not measured: bytes that were spilled, statistics.
 * Would mislead if owners were of different groups: then the page stock changes hands, too.
 */
#include "stock.h"

static __always_inline void stock_owner(void)
{
	stock_pair(stock_objcg, STOCK_SMALL);
	stock_pair(stock_other, STOCK_SMALL);
}

HOT_SUBJECT_LOOPS(stock_owner, stock_owner())
HOT_STOCK_CASE(stock_owner)
