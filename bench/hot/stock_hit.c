// SPDX-License-Identifier: GPL-2.0-only
/*
 * stock_hit - Question: what does the object stock cost when it has what is asked for?
 * One operation: charge 136 bytes to the object cgroup that the stock caches, uncharge them: a
 * consume and a refill, both hits.
 * Expected: two sections, masked or with preemption off, no page, no atomic.
 * Not measured: statistics, the owner's lookup and references.
 * Would mislead if it were subtracted from alloc1: there the stock's lines are used for more.
 */
#include "stock.h"

HOT_SUBJECT_LOOPS(stock_hit, stock_pair(stock_objcg, STOCK_SMALL))
HOT_STOCK_CASE(stock_hit)
