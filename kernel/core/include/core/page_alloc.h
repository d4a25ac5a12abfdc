/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page_alloc - physical pages in blocks of 2^order, by the buddy method.
 *
 * All memory that is handed out is mapped at phys_to_virt(). The number of free pages is exact at
 * every moment, so a test can compare before and after. Interrupts are masked for the length of a
 * call.
 */
#ifndef CORE_PAGE_ALLOC_H
#define CORE_PAGE_ALLOC_H

#include <lib/types.h>

#define PAGE_ORDER_MAX 10u /* 4 MiB */

/*
 * Boot CPU, after mapping_init(): take over all free memory. 0; -EINVAL after a line that says so:
 * `nodes=` is not a number of nodes.
 */
int page_alloc_init(void);
bool page_alloc_is_up(void);

/*
 * Physical address of 2^@order pages, aligned to their size; 0 if there are none. Any context but
 * NMI.
 */
u64 page_alloc(u32 order);
u64 page_alloc_zeroed(u32 order);

/* The same; of @node, below page_nodes(), as long as it has some. NUMA_NO_NODE: of any. */
u64 page_alloc_node(u32 order, int node);

/*
 * @order as it was allocated. Panics on a block that is not allocated: freeing twice loses the
 * truth about memory.
 */
void page_free(u64 phys, u32 order);

/*
 * Tests: of all allocations from now on, on any CPU, @n succeed and the one behind them fails,
 * once. -1: none does.
 */
void page_alloc_fail_after(s64 n);

u64 page_alloc_nr_free(void);
u64 page_alloc_nr_total(void);

#endif
