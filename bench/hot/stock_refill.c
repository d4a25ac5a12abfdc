// SPDX-License-Identifier: GPL-2.0-only
/*
 * stock_refill - Question: what does a miss cost, for which pages are bought?
 * One operation: charge 4104 bytes, for which two pages come from the page stock and 4088 bytes
 * stay, and uncharge them: two pages go back. Variants without the smarter refill empty the stock
 * for it and forget its owner.
 * Expected: memcg-spec 4.4, 4 KiB, batch 1, without its statistics: two sections less and no push.
 * Without them nobody but the refill makes the forgotten owner the owner again, so `v6-vmstat`
 * exchanges as `base` does.
 * Not measured: a page stock that is empty.
 * Would mislead on v1 with several CPUs: the kmem counter is shared, and here nobody else uses it.
 */
#include "stock.h"

HOT_SUBJECT_LOOPS(stock_refill, stock_pair(stock_objcg, STOCK_LARGE))
HOT_STOCK_CASE(stock_refill)
