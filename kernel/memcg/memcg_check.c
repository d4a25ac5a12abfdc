// SPDX-License-Identifier: GPL-2.0-only
/*
 * memcg_check - see memcg/check.h. Sums are gathered from the stocks into their owners, from object
 * cgroups into groups, and from groups into their parents (children come later in the list), and
 * compared on the way.
 */
#include "check.h"

#include <core/percpu_alloc.h>
#include <memcg/page_stock.h>
#include <memcg/stat.h>

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
		check_fail_objcg(fault, 1, "nr_charged_bytes", objcg, charged, 0);
	if (all % (s64)PAGE_SIZE)
		check_fail_objcg(fault, 1, "live + stock + charged, modulo a page", objcg,
				 all % (s64)PAGE_SIZE, 0);
	memcg->sums.object_pages += all / (s64)PAGE_SIZE + objcg->live.pages;
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
			check_fail_objcg(fault, 6, "references", objcg,
					 percpu_ref_read(&objcg->refcnt), refs);
	}
}

static void check_counters(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	const struct memcg_sums *s = &memcg->sums;
	s64 pages = s->stock_pages + s->object_pages + s->other_pages;

	if ((s64)page_counter_read(&memcg->memory) != pages)
		check_fail_memcg(fault, 2, "memory", memcg, (s64)page_counter_read(&memcg->memory),
				 pages);
	if (memcg_world.config.v1 && (s64)page_counter_read(&memcg->kmem) != s->object_pages)
		check_fail_memcg(fault, 2, "kmem", memcg, (s64)page_counter_read(&memcg->kmem),
				 s->object_pages);
}

static void check_stats(struct memcg_verdict *v, const struct mem_cgroup *memcg)
{
	const struct memcg_sums *s = &memcg->sums;
	u32 node;
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		if (s->pushed[idx] + s->unpushed[idx])
			check_fail_memcg(&v->fault, 3, "pushed + cached - live", memcg,
					 s->pushed[idx] + s->unpushed[idx], 0);
		for (node = 0; node < memcg_world.config.nr_nodes; node++) {
			s64 off = s->node_pushed[node][idx] + s->node_unpushed[node][idx];

			if (off && V.cache == CACHE_SUMS && V.node == NODE_POSTED)
				v->documented |= 1u << 3;
			else if (off)
				check_fail_memcg(&v->fault, 3, "pushed + cached - live on a node",
						 memcg, off, 0);
		}
	}
}

static void check_memcg_refs(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	s64 refs = 1 + memcg->online + memcg->sums.children + memcg->sums.slots;

	if (percpu_ref_read(&memcg->css) != refs)
		check_fail_memcg(fault, 6, "css references", memcg, percpu_ref_read(&memcg->css),
				 refs);
}

/* I17: marked where there is something to flush; and the aggregates are the sums. */
static void check_marks(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		if (!memcg_rstat_is_marked(memcg, cpu))
			check_fail_memcg(fault, 17, "linked on every CPU with updates", memcg, 0,
					 1);
	}
}

static void check_aggregates(struct memcg_fault *fault, const struct mem_cgroup *memcg)
{
	u32 node;
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		if (memcg->stat.state[idx] != memcg->sums.pushed[idx])
			check_fail_memcg(fault, 17, "aggregate", memcg, memcg->stat.state[idx],
					 memcg->sums.pushed[idx]);
		for (node = 0; node < memcg_world.config.nr_nodes; node++) {
			if (memcg->nodes[node].stat.state[idx] !=
			    memcg->sums.node_pushed[node][idx])
				check_fail_memcg(fault, 17, "aggregate of a node", memcg,
						 memcg->nodes[node].stat.state[idx],
						 memcg->sums.node_pushed[node][idx]);
		}
	}
}

static void check_memcgs(struct memcg_verdict *v)
{
	struct list_node *at;

	for (at = memcg_world.memcgs.prev; at != &memcg_world.memcgs; at = at->prev) {
		struct mem_cgroup *memcg = container_of(at, struct mem_cgroup, all);

		check_gather_memcg(memcg);
		if (memcg->online && !mem_cgroup_is_root(memcg))
			check_counters(&v->fault, memcg);
		if (memcg->online)
			check_stats(v, memcg);
		check_memcg_refs(&v->fault, memcg);
		check_marks(&v->fault, memcg);
		if (memcg->parent)
			check_add_to_parent(&memcg->sums, &memcg->parent->sums);
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
	check_reset_sums();
	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++)
		check_gather_cpu(fault, cpu);
	check_objcgs(fault);
	check_memcgs(verdict);
	if (memcg_world.releases_uneven)
		check_fail(fault, 4, "releases with a part of a page", memcg_world.releases_uneven,
			   0);
	if (memcg_world.underflows)
		check_fail(fault, 2, "page counter below zero", memcg_world.underflows, 0);
	return !fault->invariant;
}

bool memcg_check_drained(u32 cpu, struct memcg_fault *fault)
{
	const struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

	*fault = (struct memcg_fault){ .invariant = 0 };
	if (stock->cached || stock->obj.cached_objcg || stock->irq_obj.cached_objcg)
		check_fail_cpu(fault, 8, "something is left after a drain", cpu, 1, 0);
	return !fault->invariant;
}
