/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page - a descriptor of 64 bytes for each page that page_alloc hands out, and the way from an
 * address to it.
 *
 * A descriptor belongs to whoever has allocated its page. page_alloc writes `head` alone: NULL,
 * when the page is first cut out of a region; so it is NULL or what an owner wrote, and never what
 * was found in memory. An owner that wants to be found by an address sets `head` of each of its
 * pages, and puts NULL back before page_free(). `u` is never cleared by anybody else.
 *
 * A node is a share of memory that a page can be asked from and says that it is of. `nodes=2` on
 * the command line makes two halves of what is one in truth, for tests of what changes with the
 * node.
 */
#ifndef CORE_PAGE_H
#define CORE_PAGE_H

#include <arch/mmu.h>
#include <lib/types.h>

#define NODES_MAX    2u
#define NUMA_NO_NODE (-1)

struct page {
	struct page *head; /* the first page's, or NULL */
	u64 u[7];	   /* the owner's */
};

static_assert(sizeof(struct page) == 64, "a line");

/*
 * The largest region's pages that have a descriptor. Written under page_alloc's lock; `bytes` only
 * grows, and grows behind the descriptors that it takes in.
 */
struct page_window {
	u64 start; /* virtual */
	u64 bytes;
	struct page *pages;
};

extern struct page_window page_window;

/* The same for all other regions; NULL: not a page of ours, or one that was never handed out. */
struct page *page_of_elsewhere(const void *virt);

/*
 * The descriptor of the page that holds @virt, which may be any number at all. NULL as above. Any
 * context.
 */
static __always_inline struct page *page_of(const void *virt)
{
	u64 at = (u64)virt - page_window.start;

	if (likely(at < READ_ONCE(page_window.bytes)))
		return &page_window.pages[at >> PAGE_SHIFT];
	return page_of_elsewhere(virt);
}

/*
 * Call @fn for the first page of every allocated block. Nobody allocates or frees pages meanwhile.
 */
void page_for_each_block(void (*fn)(struct page *page, void *arg), void *arg);

/* How many nodes there are; and the node of an allocated page. */
u32 page_nodes(void);
u32 page_node(u64 phys);

#endif
