// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_alloc - buddy allocator over the ranges of free memory.
 *
 * Each range is a region, or two where a node ends in it, with a descriptor and one byte for each
 * page: what the block that begins there is. These lie at the end of the range itself, so a range
 * of any size brings what it needs. Free blocks are linked through their own memory. A region is
 * cut into blocks only as far as it is used: the rest, and what describes it, stay as they were
 * found, so setting up takes no longer on a large machine, and an emulator need not provide what
 * nobody asks for. One lock, interrupts off; no zones. Nodes end at a multiple of the largest
 * block, so no block has two.
 */
#include <core/page_alloc.h>

#include <arch/mmu.h>
#include <core/cmdline.h>
#include <core/memory.h>
#include <core/page.h>
#include <core/panic.h>
#include <core/spinlock.h>
#include <lib/errno.h>
#include <lib/list.h>
#include <lib/string.h>

/*
 * Page states; PAGE_FREE | order and PAGE_USED | order stand at the first page of a block, 0 at all
 * others.
 */
#define PAGE_FREE 0x80u
#define PAGE_USED 0x40u

struct page_region {
	u64 first_pfn;
	u64 fresh_pfn; /* from here to the end: free, in no list, never touched */
	u64 end_pfn;
	u8 *state;	    /* of the pages before fresh_pfn */
	struct page *pages; /* of the same */
	u32 node;
};

/*
 * Blocks are taken from the largest region as long as it has one that is large enough, so that
 * looking up an address costs the same however memory has been used before. Then from the others,
 * by node.
 */
enum page_group {
	GROUP_WINDOW,
	GROUP_NODE_0,
	NR_GROUPS = GROUP_NODE_0 + NODES_MAX,
};

static struct spinlock page_lock;			/* everything below */
static struct page_region page_regions[RANGES_MAX + 2]; /* and early memory's rest, and a split */
static u32 nr_page_regions;
static struct list_node page_lists[NR_GROUPS][PAGE_ORDER_MAX + 1];
static u64 nr_free_pages;
static u64 nr_total_pages;
static u32 nr_nodes = 1;
static u64 node_1_pfn = UINT64_MAX; /* from here on */
static bool page_alloc_up;
static s64 allocs_until_failure = -1; /* page_alloc_fail_after() */

struct page_window page_window; /* of page_regions[0] */

bool page_alloc_is_up(void)
{
	return page_alloc_up;
}

static struct list_node *block_node(u64 pfn)
{
	return phys_to_virt(pfn << PAGE_SHIFT);
}

static u64 node_pfn(const struct list_node *node)
{
	return virt_to_phys(node) >> PAGE_SHIFT;
}

static struct page_region *page_region(u64 pfn)
{
	for (u32 i = 0; i < nr_page_regions; i++)
		if (pfn >= page_regions[i].first_pfn && pfn < page_regions[i].fresh_pfn)
			return &page_regions[i];
	panic("page_alloc: page %llx is not ours", (unsigned long long)pfn);
}

static u8 *page_state(const struct page_region *region, u64 pfn)
{
	return &region->state[pfn - region->first_pfn];
}

static u32 region_group(const struct page_region *region)
{
	return region == page_regions ? GROUP_WINDOW : GROUP_NODE_0 + region->node;
}

static void block_put(struct page_region *region, u64 pfn, u32 order)
{
	*page_state(region, pfn) = (u8)(PAGE_FREE | order);
	list_add_before(block_node(pfn), page_lists[region_group(region)][order].next);
}

static void block_take(struct page_region *region, u64 pfn)
{
	*page_state(region, pfn) = 0;
	list_remove(block_node(pfn));
}

/* Is the whole block inside @region, and free as one block of this order? */
static bool buddy_is_free(const struct page_region *region, u64 pfn, u32 order)
{
	return pfn >= region->first_pfn && pfn + (1ul << order) <= region->fresh_pfn &&
	       *page_state(region, pfn) == (PAGE_FREE | order);
}

static void block_free(struct page_region *region, u64 pfn, u32 order)
{
	nr_free_pages += 1ul << order;
	for (; order < PAGE_ORDER_MAX; order++) {
		u64 buddy = pfn ^ (1ul << order);

		if (!buddy_is_free(region, buddy, order))
			break;
		block_take(region, buddy);
		pfn &= ~(1ul << order);
	}
	block_put(region, pfn, order);
}

/* The heads come before the bounds that let anybody ask for them: see core/page.h. */
static void region_describe(struct page_region *region, u64 pfn, u64 pages)
{
	struct page *page = &region->pages[pfn - region->first_pfn];

	for (u64 i = 0; i < pages; i++)
		page[i].head = NULL;
	__atomic_store_n(&region->fresh_pfn, pfn + pages, __ATOMIC_RELEASE);
	if (region == page_regions)
		__atomic_store_n(&page_window.bytes,
				 (pfn + pages - region->first_pfn) << PAGE_SHIFT, __ATOMIC_RELEASE);
}

/* The next aligned block as large as fits goes into its list. False: there is no more. */
static bool region_cut(struct page_region *region)
{
	u64 pfn = region->fresh_pfn;
	u32 order = PAGE_ORDER_MAX;

	if (pfn == region->end_pfn)
		return false;
	while ((pfn & ((1ul << order) - 1)) || pfn + (1ul << order) > region->end_pfn)
		order--;
	memset(page_state(region, pfn), 0, 1ul << order);
	region_describe(region, pfn, 1ul << order);
	block_put(region, pfn, order);
	return true;
}

static bool regions_cut(u32 group)
{
	for (u32 i = 0; i < nr_page_regions; i++)
		if (region_group(&page_regions[i]) == group && region_cut(&page_regions[i]))
			return true;
	return false;
}

/* @pages pages from @pfn on, whose descriptors and states are in place, as one region. */
static void region_append(u64 pfn, u64 pages, struct page *page, u8 *state, u32 node)
{
	struct page_region *region = &page_regions[nr_page_regions++];

	*region = (struct page_region){ .first_pfn = pfn,
					.fresh_pfn = pfn,
					.end_pfn = pfn + pages,
					.state = state,
					.pages = page,
					.node = node };
}

/* Page-aligned. What is too small to describe itself is left unused. */
static void region_add(u64 start, u64 end)
{
	const u64 described = PAGE_SIZE + sizeof(struct page) + 1;
	u64 pfn = start >> PAGE_SHIFT;
	u64 pages = (end - start) / described;
	struct page *page = phys_to_virt((pfn + pages) << PAGE_SHIFT);
	u8 *state = (u8 *)(page + pages);
	u64 first = min_u64(pages, max_u64(node_1_pfn, pfn) - pfn); /* of node 0 */

	if (first)
		region_append(pfn, first, page, state, 0);
	if (pages - first)
		region_append(pfn + first, pages - first, page + first, state + first, 1);
	nr_free_pages += pages;
	nr_total_pages += pages;
}

/* The largest region comes first and is the one that an address is looked up in at once. */
static void window_init(void)
{
	struct page_region largest;
	u32 at = 0;

	for (u32 i = 1; i < nr_page_regions; i++)
		if (page_regions[i].end_pfn - page_regions[i].first_pfn >
		    page_regions[at].end_pfn - page_regions[at].first_pfn)
			at = i;
	largest = page_regions[at];
	page_regions[at] = page_regions[0];
	page_regions[0] = largest;
	page_window.start = (u64)phys_to_virt(largest.first_pfn << PAGE_SHIFT);
	page_window.pages = largest.pages;
}

/* Half of what is free on either side of node_1_pfn. */
static void nodes_init(struct range rest)
{
	static struct ranges all;
	u64 left;

	all = memory_free;
	ranges_add(&all, rest.start, rest.end - rest.start);
	left = ranges_bytes(&all) / 2;
	for (u32 i = 0; i < all.nr; i++) {
		u64 bytes = all.at[i].end - all.at[i].start;

		if (bytes >= left) {
			node_1_pfn =
				align_up(all.at[i].start + left, PAGE_SIZE << PAGE_ORDER_MAX) >>
				PAGE_SHIFT;
			return;
		}
		left -= bytes;
	}
}

int page_alloc_init(void)
{
	struct range rest = memory_early_rest();
	u64 nodes;

	if (cmdline_u64("nodes", 1, 1, NODES_MAX, &nodes))
		return -EINVAL;
	nr_nodes = (u32)nodes;
	if (nr_nodes > 1)
		nodes_init(rest);
	for (u32 group = 0; group < NR_GROUPS; group++)
		for (u32 order = 0; order <= PAGE_ORDER_MAX; order++)
			list_init(&page_lists[group][order]);
	region_add(rest.start, rest.end);
	for (u32 i = 0; i < memory_free.nr; i++)
		region_add(memory_free.at[i].start, memory_free.at[i].end);
	window_init();
	page_alloc_up = true;
	return 0;
}

/* The smallest order from @order on that has a free block; beyond PAGE_ORDER_MAX: none has. */
static u32 order_find(u32 group, u32 order)
{
	u32 have = order;

	while (have <= PAGE_ORDER_MAX && list_empty(&page_lists[group][have]))
		have++;
	return have;
}

static u64 block_alloc_group(u32 group, u32 order)
{
	struct page_region *region;
	u32 have;
	u64 pfn;

	do {
		have = order_find(group, order);
	} while (have > PAGE_ORDER_MAX && regions_cut(group));
	if (have > PAGE_ORDER_MAX)
		return 0;
	pfn = node_pfn(page_lists[group][have].next);
	region = page_region(pfn);
	block_take(region, pfn);
	while (have > order) {
		have--;
		block_put(region, pfn + (1ul << have), have);
	}
	*page_state(region, pfn) = (u8)(PAGE_USED | order);
	nr_free_pages -= 1ul << order;
	return pfn << PAGE_SHIFT;
}

static u64 block_alloc(u32 node, u32 order)
{
	u64 phys = page_regions[0].node == node ? block_alloc_group(GROUP_WINDOW, order) : 0;

	return phys ? phys : block_alloc_group(GROUP_NODE_0 + node, order);
}

static u64 block_alloc_near(u32 node, u32 order)
{
	u64 phys = 0;

	if (!allocs_until_failure--)
		return 0;
	for (u32 i = 0; i < nr_nodes && !phys; i++)
		phys = block_alloc((node + i) % nr_nodes, order);
	return phys;
}

u64 page_alloc_node(u32 order, int node)
{
	unsigned long flags;
	u64 phys;

	if (order > PAGE_ORDER_MAX)
		return 0;
	spin_lock_irqsave(&page_lock, flags);
	phys = block_alloc_near(node < 0 ? 0 : (u32)node, order);
	spin_unlock_irqrestore(&page_lock, flags);
	return phys;
}

u64 page_alloc(u32 order)
{
	return page_alloc_node(order, NUMA_NO_NODE);
}

u64 page_alloc_zeroed(u32 order)
{
	u64 phys = page_alloc(order);

	if (phys)
		memset(phys_to_virt(phys), 0, PAGE_SIZE << order);
	return phys;
}

void page_free(u64 phys, u32 order)
{
	u64 pfn = phys >> PAGE_SHIFT;
	struct page_region *region;
	unsigned long flags;

	spin_lock_irqsave(&page_lock, flags);
	region = page_region(pfn);
	if (*page_state(region, pfn) != (PAGE_USED | order))
		panic("page_alloc: free of %llx order %u, which is not allocated so",
		      (unsigned long long)phys, order);
	if (region->pages[pfn - region->first_pfn].head)
		panic("page_alloc: free of %llx, which its owner still has",
		      (unsigned long long)phys);
	*page_state(region, pfn) = 0;
	block_free(region, pfn, order);
	spin_unlock_irqrestore(&page_lock, flags);
}

u64 page_alloc_nr_free(void)
{
	return READ_ONCE(nr_free_pages);
}

u64 page_alloc_nr_total(void)
{
	return nr_total_pages;
}

void page_alloc_fail_after(s64 n)
{
	WRITE_ONCE(allocs_until_failure, n);
}

struct page *page_of_elsewhere(const void *virt)
{
	u64 pfn = virt_to_phys(virt) >> PAGE_SHIFT;

	for (u32 i = 1; i < nr_page_regions; i++) {
		const struct page_region *region = &page_regions[i];

		if (pfn >= region->first_pfn && pfn < READ_ONCE(region->fresh_pfn))
			return &region->pages[pfn - region->first_pfn];
	}
	return NULL;
}

void page_for_each_block(void (*fn)(struct page *page, void *arg), void *arg)
{
	for (u32 i = 0; i < nr_page_regions; i++) {
		const struct page_region *region = &page_regions[i];
		u64 pfn = region->first_pfn;

		while (pfn < region->fresh_pfn) {
			u8 state = *page_state(region, pfn);

			if (state & PAGE_USED)
				fn(&region->pages[pfn - region->first_pfn], arg);
			pfn += 1ul << (state & ~(PAGE_USED | PAGE_FREE));
		}
	}
}

u32 page_nodes(void)
{
	return nr_nodes;
}

u32 page_node(u64 phys)
{
	return phys >> PAGE_SHIFT >= node_1_pfn;
}
