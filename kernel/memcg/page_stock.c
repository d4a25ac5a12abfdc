// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_stock - see the header. Invariant: `cached` is not NULL exactly when this stock holds a
 * reference on it; nr_pages <= batch outside of a section.
 *
 * Left out: reclaim, the OOM killer, `high`, swap (memsw); a blocking request that no drain helps
 * fails.
 */
#include <core/smp.h>
#include <memcg/section.h>

#include "obj_stock.h"

DEFINE_PER_CPU(struct memcg_stock_pcp, memcg_stock) __aligned(64);

static bool consume_stock(struct mem_cgroup *memcg, u32 nr_pages)
{
	struct memcg_stock_pcp *stock;
	unsigned long flags;
	bool ret = false;

	if (nr_pages > memcg_charge_batch())
		return false;
	section_irq_save(flags);
	stock = this_cpu_ptr(&memcg_stock);
	if (memcg == stock->cached && stock->nr_pages >= nr_pages) {
		u32 left = stock->nr_pages - nr_pages;

		section_point();
		stock->nr_pages = left;
		ret = true;
	}
	section_irq_restore(flags);
	return ret;
}

/* Interrupts masked. */
static void drain_stock(struct memcg_stock_pcp *stock)
{
	struct mem_cgroup *old = stock->cached;

	if (!old)
		return;
	if (stock->nr_pages) {
		page_counter_uncharge(&old->memory, stock->nr_pages);
		stock->nr_pages = 0;
	}
	WRITE_ONCE(stock->cached, NULL);
	css_put(old);
}

void refill_stock(struct mem_cgroup *memcg, u32 nr_pages)
{
	struct memcg_stock_pcp *stock;
	unsigned long flags;
	u32 sum;

	if (mem_cgroup_is_root(memcg))
		return;
	section_irq_save(flags);
	stock = this_cpu_ptr(&memcg_stock);
	if (stock->cached != memcg) {
		drain_stock(stock);
		css_get(memcg);
		WRITE_ONCE(stock->cached, memcg);
	}
	sum = stock->nr_pages + nr_pages;
	section_point();
	stock->nr_pages = sum;
	if (stock->nr_pages > memcg_charge_batch())
		drain_stock(stock);
	section_irq_restore(flags);
}

void drain_local_stock(void)
{
	struct memcg_stock_pcp *stock;
	unsigned long flags;

	section_irq_save(flags);
	stock = this_cpu_ptr(&memcg_stock);
	drain_obj_stock(obj_stock_masked(stock));
	if (V.stocks == STOCKS_TASK_IRQ && in_task())
		drain_obj_stock(&stock->obj);
	drain_stock(stock);
	__atomic_fetch_and(&stock->flags, ~FLUSHING_CACHED_CHARGE, __ATOMIC_RELEASE);
	section_irq_restore(flags);
}

int try_charge_memcg(struct mem_cgroup *memcg, u32 gfp, u32 nr_pages)
{
	u32 batch = (u32)max_u64(memcg_charge_batch(), nr_pages);
	struct page_counter *refused;
	bool drained = false;

	if (mem_cgroup_is_root(memcg))
		return 0;
retry:
	if (consume_stock(memcg, nr_pages))
		return 0;
	if (page_counter_try_charge(&memcg->memory, batch, &refused)) {
		if (batch > nr_pages)
			refill_stock(memcg, batch - nr_pages);
		return 0;
	}
	if (batch > nr_pages) {
		batch = nr_pages;
		goto retry;
	}
	if (!(gfp & __GFP_ATOMIC)) {
		if (gfpflags_allow_blocking(gfp) && !drained) {
			drain_all_stock(container_of(refused, struct mem_cgroup, memory));
			drained = true;
			goto retry;
		}
		if (!(gfp & __GFP_NOFAIL))
			return -ENOMEM;
	}
	page_counter_charge(&memcg->memory, nr_pages);
	return 0;
}
