// SPDX-License-Identifier: GPL-2.0-only
/*
 * obj_stock - the bytes of the object stock. Invariant: pages charged for an object cgroup x
 * PAGE_SIZE = bytes of its live objects + its bytes in all stocks + nr_charged_bytes; memcg_check()
 * recomputes it. Only its own CPU changes a stock, inside the section of get_obj_stock(); after the
 * section nothing may be assumed, and the CPU may be another one.
 */
#include "obj_stock.h"

#include <memcg/objcg.h>

void obj_stock_init(struct obj_stock *stock)
{
	*stock = (struct obj_stock){ .node = OBJ_STOCK_NO_NODE };
}

static bool consume_obj_stock(struct obj_cgroup *objcg, u32 nr_bytes)
{
	struct obj_stock *stock;
	unsigned long flags;
	bool ret = false;

	stock = get_obj_stock(&flags);
	if (objcg == stock->cached_objcg && stock->nr_bytes >= nr_bytes) {
		u32 left = stock->nr_bytes - nr_bytes;

		section_point();
		stock->nr_bytes = left;
		ret = true;
	}
	put_obj_stock(flags);
	return ret;
}

/* Bytes to whole pages, through the page stock, and the rest to where every CPU can take it. */
static void obj_stock_spill(struct obj_cgroup *objcg, u32 nr_bytes)
{
	u32 nr_pages = (u32)(nr_bytes >> PAGE_SHIFT);

	if (nr_pages)
		obj_cgroup_uncharge_pages(objcg, nr_pages);
	count_event(COUNT_ATOMIC_ADD);
	__atomic_fetch_add(&objcg->nr_charged_bytes, (s32)(nr_bytes & (PAGE_SIZE - 1)),
			   __ATOMIC_RELAXED);
}

void drain_obj_stock(struct obj_stock *stock)
{
	struct obj_cgroup *old = stock->cached_objcg;

	if (!old)
		return;
	if (stock->nr_bytes) {
		obj_stock_spill(old, stock->nr_bytes);
		stock->nr_bytes = 0;
	}
	obj_stock_push(stock);
	if (COUNTING)
		stock->loaded = 0;
	WRITE_ONCE(stock->cached_objcg, NULL);
	count_event(COUNT_OBJCG_PUT);
	obj_cgroup_put(old);
}

/* A fresh spill that the plain read misses stays where it is, which is harmless. */
static u32 take_charged_bytes(struct obj_cgroup *objcg, enum variant_xchg xchg)
{
	if (xchg == XCHG_IF_NONZERO && !READ_ONCE(objcg->nr_charged_bytes))
		return 0;
	count_event(COUNT_XCHG);
	return (u32)__atomic_exchange_n(&objcg->nr_charged_bytes, 0, __ATOMIC_SEQ_CST);
}

void obj_stock_switch(struct obj_stock *stock, struct obj_cgroup *objcg, enum variant_xchg xchg)
{
	drain_obj_stock(stock);
	count_event(COUNT_OBJCG_GET);
	obj_cgroup_get(objcg);
	stock->nr_bytes = take_charged_bytes(objcg, xchg);
	if (COUNTING)
		stock->loaded = stock->nr_bytes;
	WRITE_ONCE(stock->cached_objcg, objcg);
}

/*
 * @allow_uncharge: whole pages above one may be given back. A deposit after a purchase must not,
 * or it would return what it has just bought.
 */
static void refill_obj_stock(struct obj_cgroup *objcg, u32 nr_bytes, bool allow_uncharge)
{
	struct obj_stock *stock;
	unsigned long flags;
	u32 nr_pages = 0;
	u32 sum;

	stock = get_obj_stock(&flags);
	if (stock->cached_objcg != objcg) {
		obj_stock_switch(stock, objcg, V.xchg_refill);
		allow_uncharge = true;
	}
	sum = stock->nr_bytes + nr_bytes;
	section_point();
	stock->nr_bytes = sum;
	if (V.refill == REFILL_DRAIN && stock->nr_bytes > PAGE_SIZE)
		drain_obj_stock(stock);
	if (V.refill == REFILL_FOLD && allow_uncharge && stock->nr_bytes > PAGE_SIZE) {
		nr_pages = (u32)(stock->nr_bytes >> PAGE_SHIFT);
		stock->nr_bytes &= PAGE_SIZE - 1;
		if (COUNTING)
			stock->loaded = 0;
	}
	put_obj_stock(flags);
	if (nr_pages)
		obj_cgroup_uncharge_pages(objcg, nr_pages);
}

int obj_cgroup_charge(struct obj_cgroup *objcg, u32 gfp, u32 size)
{
	u32 nr_pages;
	u32 nr_bytes;
	int ret;

	if (consume_obj_stock(objcg, size))
		return 0;
	/* What is in the stock, or in nr_charged_bytes, does not make the purchase smaller. */
	nr_pages = size >> PAGE_SHIFT;
	nr_bytes = size & (u32)(PAGE_SIZE - 1);
	if (nr_bytes)
		nr_pages++;
	ret = obj_cgroup_charge_pages(objcg, gfp, nr_pages);
	if (!ret && nr_bytes)
		refill_obj_stock(objcg, (u32)PAGE_SIZE - nr_bytes, false);
	return ret;
}

void obj_cgroup_uncharge(struct obj_cgroup *objcg, u32 size)
{
	refill_obj_stock(objcg, size, true);
}

static bool owner_is_below(const struct obj_stock *stock, const struct mem_cgroup *root)
{
	/* Read once: the owner may forget it between a test and a use. */
	struct obj_cgroup *objcg = READ_ONCE(stock->cached_objcg);

	return objcg && mem_cgroup_is_descendant(obj_cgroup_memcg(objcg), root);
}

/* The tasks' stock only for tasks: the context is that of the caller, whosever stock it is. */
bool obj_stock_flush_required(const struct memcg_stock_pcp *stock, const struct mem_cgroup *root)
{
	if (V.stocks == STOCKS_TASK_IRQ && in_task() && owner_is_below(&stock->obj, root))
		return true;
	return owner_is_below(V.stocks == STOCKS_ONE ? &stock->obj : &stock->irq_obj, root);
}
