/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page_counter - pages charged to a group and, through it, to every ancestor. Follows memcg-spec
 * 1.2. Lock-free: one fully ordered addition a level.
 *
 * Left out: min, low and high, which nothing here sets.
 */
#ifndef MEMCG_PAGE_COUNTER_H
#define MEMCG_PAGE_COUNTER_H

#include <lib/types.h>

#define PAGE_COUNTER_MAX ((u64)1 << 51) /* pages: no limit */

/* A line each: what `memory` costs must not depend on who charges `kmem`. */
struct page_counter {
	s64 usage; /* atomic; includes what stocks hold */
	u64 max;
	/* Highest usage seen, refused charges: written by anybody, races cost accuracy only. */
	u64 watermark;
	u64 failcnt;
	struct page_counter *parent; /* NULL at the top */
} __aligned(64);

void page_counter_init(struct page_counter *counter, struct page_counter *parent);

/*
 * Add @nr_pages at every level, or at none: false with *refused = the counter over its limit. The
 * addition comes before the test, so a large refused request can make a small one fail that runs
 * at the same time.
 */
bool page_counter_try_charge(struct page_counter *counter, u64 nr_pages,
			     struct page_counter **refused);

/* The same without looking at limits. */
void page_counter_charge(struct page_counter *counter, u64 nr_pages);

/* Below zero is a bug: counted in memcg_world.underflows, and clamped. */
void page_counter_uncharge(struct page_counter *counter, u64 nr_pages);

/* 0, or -EBUSY when more than @nr_pages are in use; then nothing has changed. */
int page_counter_set_max(struct page_counter *counter, u64 nr_pages);

static inline u64 page_counter_read(const struct page_counter *counter)
{
	return (u64)__atomic_load_n(&counter->usage, __ATOMIC_RELAXED);
}

#endif
