// SPDX-License-Identifier: GPL-2.0-only
/*
 * memcg_check - sums are gathered from the stocks into their owners, from object cgroups into
 * groups, and from groups into their parents (children come later in the list), and compared on the
 * way. Only the first fault is kept: what follows it says little.
 */
#include <memcg/check.h>

#include <core/percpu_alloc.h>
#include <lib/string.h>
#include <memcg/page_stock.h>
#include <memcg/stat.h>

static void fail(struct memcg_fault *fault, u32 invariant, const char *what, s64 got, s64 want)
{
	if (fault->invariant)
		return;
	fault->invariant = invariant;
	fault->what = what;
	fault->cpu = -1;
	fault->got = got;
	fault->want = want;
}

static void fail_objcg(struct memcg_fault *fault, u32 invariant, const char *what,
		       const struct obj_cgroup *objcg, s64 got, s64 want)
{
	if (!fault->invariant)
		fault->objcg = objcg;
	fail(fault, invariant, what, got, want);
}

static void fail_memcg(struct memcg_fault *fault, u32 invariant, const char *what,
		       const struct mem_cgroup *memcg, s64 got, s64 want)
{
	if (!fault->invariant)
		fault->memcg = memcg;
	fail(fault, invariant, what, got, want);
}

static void fail_cpu(struct memcg_fault *fault, u32 invariant, const char *what, u32 cpu, s64 got,
		     s64 want)
{
	bool first = !fault->invariant;

	fail(fault, invariant, what, got, want);
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

static void reset_sums(void)
{
	struct list_node *at;

	list_for_each(at, &memcg_world.objcgs) memset(
		&container_of(at, struct obj_cgroup, all)->sums, 0, sizeof(struct memcg_sums));
	list_for_each(at, &memcg_world.memcgs) memset(
		&container_of(at, struct mem_cgroup, all)->sums, 0, sizeof(struct memcg_sums));
}

/* I5; what is loaded from nr_charged_bytes has no bound of its own, and only counting builds know it. */
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
		fail_cpu(fault, 5, "cached statistics", cpu, bytes, bound);
	if (stock->node < 0 || (u32)stock->node >= memcg_world.config.nr_nodes) {
		fail_cpu(fault, 3, "node of cached statistics", cpu, stock->node, 0);
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
			fail_cpu(fault, 1, "bytes without an owner", cpu, stock->nr_bytes, 0);
		return;
	}
	if (stock->nr_bytes > bytes_bound(stock))
		fail_cpu(fault, 5, "bytes in the stock", cpu, stock->nr_bytes,
			 (s64)bytes_bound(stock));
	stock->cached_objcg->sums.stock_bytes += stock->nr_bytes;
	stock->cached_objcg->sums.slots++;
	if (V.cache == CACHE_PAIR)
		gather_stat(fault, stock, cpu, stock->pair_idx, stock->pair_bytes);
	for (idx = 0; V.cache == CACHE_SUMS && idx < NR_SLAB_STATS; idx++)
		gather_stat(fault, stock, cpu, idx, stock->vmstat[idx]);
}

static void gather_cpu(struct memcg_fault *fault, u32 cpu)
{
	const struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

	if (READ_ONCE(stock->flags))
		fail_cpu(fault, 9, "FLUSHING without work", cpu, stock->flags, 0);
	if (stock->nr_pages > memcg_charge_batch())
		fail_cpu(fault, 5, "pages in the stock", cpu, stock->nr_pages,
			 memcg_charge_batch());
	if (!stock->cached && stock->nr_pages)
		fail_cpu(fault, 2, "pages without an owner", cpu, stock->nr_pages, 0);
	if (stock->cached) {
		stock->cached->sums.stock_pages += stock->nr_pages;
		stock->cached->sums.slots++;
	}
	gather_obj_stock(fault, &stock->irq_obj, cpu);
	if (V.stocks == STOCKS_TASK_IRQ)
		gather_obj_stock(fault, &stock->task_obj, cpu);
}

static void check_objcg_bytes(struct memcg_fault *fault, struct obj_cgroup *objcg)
{
	s64 charged = READ_ONCE(objcg->nr_charged_bytes);
	struct mem_cgroup *memcg = obj_cgroup_memcg(objcg);
	s64 live = 0;
	s64 all;
	u32 node;
	u32 idx;

	for (node = 0; node < memcg_world.config.nr_nodes; node++) {
		for (idx = 0; idx < NR_SLAB_STATS; idx++) {
			live += objcg->live.bytes[node][idx];
			memcg->sums.unpushed[idx] -= objcg->live.bytes[node][idx];
			memcg->sums.node_unpushed[node][idx] -= objcg->live.bytes[node][idx];
		}
	}
	all = live + objcg->sums.stock_bytes + charged;
	if (charged < 0)
		fail_objcg(fault, 1, "nr_charged_bytes", objcg, charged, 0);
	if (all % (s64)PAGE_SIZE)
		fail_objcg(fault, 1, "live + stock + charged, modulo a page", objcg,
			   all % (s64)PAGE_SIZE, 0);
	memcg->sums.object_pages += all / (s64)PAGE_SIZE;
}

static void check_objcgs(struct memcg_fault *fault)
{
	struct list_node *at;

	list_for_each(at, &memcg_world.objcgs)
	{
		struct obj_cgroup *objcg = container_of(at, struct obj_cgroup, all);
		s64 refs = objcg->live.objects + objcg->sums.slots +
			   !percpu_ref_is_dying(&objcg->refcnt);

		if (!objcg->released)
			check_objcg_bytes(fault, objcg);
		if (percpu_ref_read(&objcg->refcnt) != refs)
			fail_objcg(fault, 6, "references", objcg, percpu_ref_read(&objcg->refcnt),
				   refs);
	}
}

static void check_counters(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	const struct memcg_sums *s = &memcg->sums;
	s64 pages = s->stock_pages + s->object_pages + s->other_pages;

	if ((s64)page_counter_read(&memcg->memory) != pages)
		fail_memcg(fault, 2, "memory", memcg, (s64)page_counter_read(&memcg->memory),
			   pages);
	if (memcg_on_v1() && (s64)page_counter_read(&memcg->kmem) != s->object_pages)
		fail_memcg(fault, 2, "kmem", memcg, (s64)page_counter_read(&memcg->kmem),
			   s->object_pages);
}

static void check_stats(struct memcg_verdict *v, const struct mem_cgroup *memcg)
{
	const struct memcg_sums *s = &memcg->sums;
	u32 node;
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		if (s->pushed[idx] + s->unpushed[idx])
			fail_memcg(&v->fault, 3, "pushed + cached - live", memcg,
				   s->pushed[idx] + s->unpushed[idx], 0);
		for (node = 0; node < memcg_world.config.nr_nodes; node++) {
			s64 off = s->node_pushed[node][idx] + s->node_unpushed[node][idx];

			if (off && V.cache == CACHE_SUMS && V.node == NODE_POSTED)
				v->documented |= 1u << 3;
			else if (off)
				fail_memcg(&v->fault, 3, "pushed + cached - live on a node", memcg,
					   off, 0);
		}
	}
}

static void check_memcg_refs(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	s64 refs = 1 + memcg->online + memcg->sums.children + memcg->sums.slots;

	if (percpu_ref_read(&memcg->css) != refs)
		fail_memcg(fault, 6, "css references", memcg, percpu_ref_read(&memcg->css), refs);
}

/* I17: marked where there is something to flush; and the aggregates are the sums. */
static void check_marks(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		if (!memcg_rstat_is_marked(memcg, cpu))
			fail_memcg(fault, 17, "not linked", memcg, cpu, cpu);
	}
}

static void check_aggregates(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	u32 node;
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		if (memcg->stat.state[idx] != memcg->sums.pushed[idx])
			fail_memcg(fault, 17, "aggregate", memcg, memcg->stat.state[idx],
				   memcg->sums.pushed[idx]);
		for (node = 0; node < memcg_world.config.nr_nodes; node++) {
			if (memcg->nodes[node].stat.state[idx] !=
			    memcg->sums.node_pushed[node][idx])
				fail_memcg(fault, 17, "aggregate of a node", memcg,
					   memcg->nodes[node].stat.state[idx],
					   memcg->sums.node_pushed[node][idx]);
		}
	}
}

static void gather_memcg(struct mem_cgroup *memcg)
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

static void add_to_parent(const struct memcg_sums *s, struct memcg_sums *p)
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

static void check_memcgs(struct memcg_verdict *v)
{
	struct list_node *at;

	for (at = memcg_world.memcgs.prev; at != &memcg_world.memcgs; at = at->prev) {
		struct mem_cgroup *memcg = container_of(at, struct mem_cgroup, all);

		gather_memcg(memcg);
		if (memcg->online && !mem_cgroup_is_root(memcg))
			check_counters(&v->fault, memcg);
		if (memcg->online)
			check_stats(v, memcg);
		check_memcg_refs(&v->fault, memcg);
		check_marks(&v->fault, memcg);
		if (memcg->parent)
			add_to_parent(&memcg->sums, &memcg->parent->sums);
	}
	memcg_rstat_flush();
	list_for_each(at, &memcg_world.memcgs)
		check_aggregates(&v->fault, container_of(at, struct mem_cgroup, all));
}

bool memcg_check(struct memcg_verdict *verdict)
{
	struct memcg_fault *fault = &verdict->fault;
	u32 cpu;

	*verdict = (struct memcg_verdict){ .documented = 0 };
	reset_sums();
	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++)
		gather_cpu(fault, cpu);
	check_objcgs(fault);
	check_memcgs(verdict);
	if (memcg_world.releases_uneven)
		fail(fault, 4, "releases with a part of a page", memcg_world.releases_uneven, 0);
	if (page_counter_underflows)
		fail(fault, 2, "page counter below zero", page_counter_underflows, 0);
	return !fault->invariant;
}

bool memcg_check_drained(u32 cpu, struct memcg_fault *fault)
{
	const struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

	*fault = (struct memcg_fault){ .invariant = 0 };
	if (stock->cached || stock->irq_obj.cached_objcg || stock->task_obj.cached_objcg)
		fail_cpu(fault, 8, "something is left after a drain", cpu, 1, 0);
	return !fault->invariant;
}
