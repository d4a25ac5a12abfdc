// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_counter - see the header. Invariant: usage at a level = charges at and below it, minus
 * uncharges; between the addition and its undo a refused charge is visible, which is accepted.
 */
#include <memcg/page_counter.h>

#include <arch/atomic.h>
#include <lib/errno.h>
#include <memcg/count.h>
#include <memcg/memcg.h>

void page_counter_init(struct page_counter *counter, struct page_counter *parent)
{
	counter->usage = 0;
	counter->max = PAGE_COUNTER_MAX;
	counter->watermark = 0;
	counter->failcnt = 0;
	counter->parent = parent;
}

static __always_inline s64 counter_add(struct page_counter *counter, s64 nr_pages)
{
	count_event(COUNT_PAGE_COUNTER);
	return atomic_add_return(&counter->usage, nr_pages);
}

static void counter_cancel(struct page_counter *counter, u64 nr_pages)
{
	if (unlikely(counter_add(counter, -(s64)nr_pages) < 0)) {
		__atomic_fetch_add(&memcg_world.underflows, 1, __ATOMIC_RELAXED);
		__atomic_store_n(&counter->usage, 0, __ATOMIC_RELAXED);
	}
}

static __always_inline void counter_raise_watermark(struct page_counter *counter, s64 usage)
{
	if ((u64)usage > READ_ONCE(counter->watermark))
		WRITE_ONCE(counter->watermark, (u64)usage);
}

void page_counter_charge(struct page_counter *counter, u64 nr_pages)
{
	for (; counter; counter = counter->parent)
		counter_raise_watermark(counter, counter_add(counter, (s64)nr_pages));
}

bool page_counter_try_charge(struct page_counter *counter, u64 nr_pages,
			     struct page_counter **refused)
{
	struct page_counter *c;
	struct page_counter *undo;
	s64 usage;

	for (c = counter; c; c = c->parent) {
		usage = counter_add(c, (s64)nr_pages);
		if (usage > (s64)READ_ONCE(c->max))
			break;
		counter_raise_watermark(c, usage);
	}
	if (likely(!c))
		return true;
	counter_cancel(c, nr_pages);
	WRITE_ONCE(c->failcnt, c->failcnt + 1);
	*refused = c;
	for (undo = counter; undo != c; undo = undo->parent)
		counter_cancel(undo, nr_pages);
	return false;
}

void page_counter_uncharge(struct page_counter *counter, u64 nr_pages)
{
	for (; counter; counter = counter->parent)
		counter_cancel(counter, nr_pages);
}

int page_counter_set_max(struct page_counter *counter, u64 nr_pages)
{
	u64 usage;
	u64 old;

	for (;;) {
		usage = page_counter_read(counter);
		if (usage > nr_pages)
			return -EBUSY;
		/*
		 * Full order, the later look at the usage included: pairs with the addition before
		 * the look at the limit in page_counter_try_charge().
		 */
		old = __atomic_exchange_n(&counter->max, nr_pages, __ATOMIC_SEQ_CST);
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		if (page_counter_read(counter) <= usage)
			return 0;
		__atomic_store_n(&counter->max, old, __ATOMIC_SEQ_CST);
	}
}
