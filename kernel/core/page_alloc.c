// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_alloc - buddy allocator over the ranges of free memory.
 *
 * Each range is a region with one byte for each page: what the block that begins there is. These
 * bytes lie at the end of the region itself, so a region of any size brings what it needs. Free
 * blocks are linked through their own memory. A region is cut into blocks only as far as it is
 * used: the rest, and its bytes, stay as they were found, so setting up takes no longer on a large
 * machine, and an emulator need not provide what nobody asks for. One lock, interrupts off; no
 * zones, no nodes.
 */
#include <core/page_alloc.h>

#include <arch/mmu.h>
#include <core/memory.h>
#include <core/panic.h>
#include <core/spinlock.h>
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
	u8 *state; /* of the pages before fresh_pfn */
};

static struct spinlock page_lock;			/* everything below */
static struct page_region page_regions[RANGES_MAX + 1]; /* and what early memory left */
static u32 nr_page_regions;
static struct list_node page_lists[PAGE_ORDER_MAX + 1];
static u64 nr_free_pages;
static u64 nr_total_pages;
static bool page_alloc_up;

bool page_alloc_is_up(void)
{
	return page_alloc_up;
}

static struct list_node *page_node(u64 pfn)
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

static void block_put(struct page_region *region, u64 pfn, u32 order)
{
	*page_state(region, pfn) = (u8)(PAGE_FREE | order);
	list_add_before(page_node(pfn), page_lists[order].next);
}

static void block_take(struct page_region *region, u64 pfn)
{
	*page_state(region, pfn) = 0;
	list_remove(page_node(pfn));
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

/* The next aligned block as large as fits goes into its list. False: there is no more. */
static bool region_cut(struct page_region *region)
{
	u64 pfn = region->fresh_pfn;
	u32 order = PAGE_ORDER_MAX;

	if (pfn == region->end_pfn)
		return false;
	while ((pfn & ((1ul << order) - 1)) || pfn + (1ul << order) > region->end_pfn)
		order--;
	region->fresh_pfn += 1ul << order;
	memset(page_state(region, pfn), 0, 1ul << order);
	block_put(region, pfn, order);
	return true;
}

static bool regions_cut(void)
{
	for (u32 i = 0; i < nr_page_regions; i++)
		if (region_cut(&page_regions[i]))
			return true;
	return false;
}

/* Page-aligned. A single page would be its own state and nothing else. */
static void region_add(u64 start, u64 end)
{
	u64 pages = (end - start) >> PAGE_SHIFT;
	u64 state_pages = (pages + PAGE_SIZE) / (PAGE_SIZE + 1);
	struct page_region *region;

	if (pages < 2)
		return;
	region = &page_regions[nr_page_regions++];
	region->first_pfn = region->fresh_pfn = start >> PAGE_SHIFT;
	region->end_pfn = (end >> PAGE_SHIFT) - state_pages;
	region->state = phys_to_virt(region->end_pfn << PAGE_SHIFT);
	nr_free_pages += pages - state_pages;
	nr_total_pages += pages - state_pages;
}

void page_alloc_init(void)
{
	struct range rest = memory_early_rest();

	for (u32 order = 0; order <= PAGE_ORDER_MAX; order++)
		list_init(&page_lists[order]);
	region_add(rest.start, rest.end);
	for (u32 i = 0; i < memory_free.nr; i++)
		region_add(memory_free.at[i].start, memory_free.at[i].end);
	page_alloc_up = true;
}

/* The smallest order from @order on that has a free block; beyond PAGE_ORDER_MAX: none has. */
static u32 order_find(u32 order)
{
	u32 have = order;

	while (have <= PAGE_ORDER_MAX && list_empty(&page_lists[have]))
		have++;
	return have;
}

static u64 block_alloc(u32 order)
{
	struct page_region *region;
	u32 have;
	u64 pfn;

	do {
		have = order_find(order);
	} while (have > PAGE_ORDER_MAX && regions_cut());
	if (have > PAGE_ORDER_MAX)
		return 0;
	pfn = node_pfn(page_lists[have].next);
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

u64 page_alloc(u32 order)
{
	unsigned long flags;
	u64 phys;

	if (order > PAGE_ORDER_MAX)
		return 0;
	spin_lock_irqsave(&page_lock, flags);
	phys = block_alloc(order);
	spin_unlock_irqrestore(&page_lock, flags);
	return phys;
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
