// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_sums - what the stocks and the groups hold, gathered into their owners for memcg_check():
 * from each CPU into object cgroups and groups, from groups into their parents. Bounds of I5 are
 * tested on the way, since only the single stock has them. Keeps the first fault only: what follows
 * it says little.
 */
#include "check.h"

#include <core/percpu_alloc.h>
#include <lib/string.h>
#include <memcg/page_stock.h>
#include <memcg/stat.h>

void check_fail(struct memcg_fault *fault, u32 invariant, const char *what, s64 got, s64 want)
{
	if (fault->invariant)
		return;
	fault->invariant = invariant;
	fault->what = what;
	fault->cpu = -1;
	fault->got = got;
	fault->want = want;
}

void check_fail_objcg(struct memcg_fault *fault, u32 invariant, const char *what,
		      const struct obj_cgroup *objcg, s64 got, s64 want)
{
	if (!fault->invariant)
		fault->objcg = objcg;
	check_fail(fault, invariant, what, got, want);
}

void check_fail_memcg(struct memcg_fault *fault, u32 invariant, const char *what,
		      const struct mem_cgroup *memcg, s64 got, s64 want)
{
	if (!fault->invariant)
		fault->memcg = memcg;
	check_fail(fault, invariant, what, got, want);
}

void check_fail_cpu(struct memcg_fault *fault, u32 invariant, const char *what, u32 cpu, s64 got,
		    s64 want)
{
	bool first = !fault->invariant;

	check_fail(fault, invariant, what, got, want);
	if (first)
		fault->cpu = cpu;
}

void memcg_live_reset(void)
{
	struct list_node *at;

	list_for_each(at, &memcg_world.objcgs) memset(
		&container_of(at, struct obj_cgroup, all)->live, 0, sizeof(struct memcg_live));
}

void memcg_live_add(struct obj_cgroup *objcg, u32 node, enum node_stat_item idx, s64 bytes,
		    s64 objects)
{
	objcg->live.bytes[node][idx] += bytes;
	objcg->live.objects += objects;
}

void memcg_live_add_pages(struct obj_cgroup *objcg, s64 nr_pages)
{
	objcg->live.pages += nr_pages;
	objcg->live.objects++;
}

void check_reset_sums(void)
{
	struct list_node *at;

	list_for_each(at, &memcg_world.objcgs) memset(
		&container_of(at, struct obj_cgroup, all)->sums, 0, sizeof(struct memcg_sums));
	list_for_each(at, &memcg_world.memcgs) memset(
		&container_of(at, struct mem_cgroup, all)->sums, 0, sizeof(struct memcg_sums));
}

/* I5. What was loaded from nr_charged_bytes has no bound, and only counting builds know it. */
static u64 bytes_bound(const struct obj_stock *stock)
{
	if (V.cache != CACHE_SUMS && V.refill == REFILL_DRAIN)
		return PAGE_SIZE;
	if (!COUNTING)
		return ~0u >> 1;
	return max_u64(PAGE_SIZE, memcg_world.size_max + PAGE_SIZE - 2) + stock->loaded;
}

static void gather_stat(struct memcg_fault *fault, const struct obj_stock *stock, u32 cpu, u32 idx,
			s64 bytes)
{
	struct mem_cgroup *memcg = obj_cgroup_memcg(stock->cached_objcg);
	s64 bound = (s64)max_u64(PAGE_SIZE, memcg_world.size_max);

	if (!bytes)
		return;
	if (COUNTING && (bytes > bound || bytes < -bound))
		check_fail_cpu(fault, 5, "cached statistics", cpu, bytes, bound);
	if (stock->node < 0 || (u32)stock->node >= memcg_world.config.nr_nodes) {
		check_fail_cpu(fault, 3, "node of cached statistics", cpu, stock->node, 0);
		return;
	}
	memcg->sums.unpushed[idx] += bytes;
	memcg->sums.node_unpushed[stock->node][idx] += bytes;
}

static void gather_obj_stock(struct memcg_fault *fault, const struct obj_stock *stock, u32 cpu)
{
	u32 idx;

	if (!stock->cached_objcg) {
		if (stock->nr_bytes)
			check_fail_cpu(fault, 1, "bytes without an owner", cpu, stock->nr_bytes, 0);
		return;
	}
	if (stock->nr_bytes > bytes_bound(stock))
		check_fail_cpu(fault, 5, "bytes in the stock", cpu, stock->nr_bytes,
			       (s64)bytes_bound(stock));
	stock->cached_objcg->sums.stock_bytes += stock->nr_bytes;
	stock->cached_objcg->sums.slots++;
	if (V.cache == CACHE_PAIR)
		gather_stat(fault, stock, cpu, stock->pair_idx, stock->pair_bytes);
	for (idx = 0; V.cache == CACHE_SUMS && idx < NR_SLAB_STATS; idx++)
		gather_stat(fault, stock, cpu, idx, stock->vmstat[idx]);
}

void check_gather_cpu(struct memcg_fault *fault, u32 cpu)
{
	const struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

	if (READ_ONCE(stock->flags))
		check_fail_cpu(fault, 9, "FLUSHING without work", cpu, stock->flags, 0);
	if (stock->nr_pages > memcg_charge_batch())
		check_fail_cpu(fault, 5, "pages in the stock", cpu, stock->nr_pages,
			       memcg_charge_batch());
	if (!stock->cached && stock->nr_pages)
		check_fail_cpu(fault, 2, "pages without an owner", cpu, stock->nr_pages, 0);
	if (stock->cached) {
		stock->cached->sums.stock_pages += stock->nr_pages;
		stock->cached->sums.slots++;
	}
	gather_obj_stock(fault, &stock->obj, cpu);
	if (V.stocks == STOCKS_TASK_IRQ)
		gather_obj_stock(fault, &stock->irq_obj, cpu);
}

void check_gather_memcg(struct mem_cgroup *memcg)
{
	u32 node;
	u32 idx;

	memcg->sums.other_pages += memcg->other_pages;
	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		memcg->sums.pushed[idx] += memcg_state_local(memcg, idx) + memcg->departed[idx];
		for (node = 0; node < memcg_world.config.nr_nodes; node++)
			memcg->sums.node_pushed[node][idx] += lruvec_state_local(memcg, node, idx) +
							      memcg->nodes[node].departed[idx];
	}
}

void check_add_to_parent(const struct memcg_sums *s, struct memcg_sums *p)
{
	u32 node;
	u32 idx;

	p->children++;
	p->stock_pages += s->stock_pages;
	p->object_pages += s->object_pages;
	p->other_pages += s->other_pages;
	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		p->pushed[idx] += s->pushed[idx];
		p->unpushed[idx] += s->unpushed[idx];
		for (node = 0; node < memcg_world.config.nr_nodes; node++) {
			p->node_pushed[node][idx] += s->node_pushed[node][idx];
			p->node_unpushed[node][idx] += s->node_unpushed[node][idx];
		}
	}
}
