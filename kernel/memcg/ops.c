// SPDX-License-Identifier: GPL-2.0-only
/*
 * ops - the driver API of a subject. Keeps what memcg_check() must be told: live bytes, pages
 * charged otherwise, the largest object.
 *
 * The live bytes are plain words: whoever drives one object cgroup from several CPUs at once sets
 * them itself before the check (memcg_live_reset()).
 */
#include <memcg/ops.h>

#include <core/percpu.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <memcg/count.h>
#include <memcg/objcg.h>
#include <memcg/page_stock.h>
#include <memcg/slab_hooks.h>
#include <memcg/stat.h>

static int ops_create(const struct memcg_config *config)
{
	u32 cpu;

	for (cpu = 0; cpu < config->nr_cpus && cpu < CPUS_MAX; cpu++)
		memset(&per_cpu(memcg_counts, cpu), 0, sizeof(struct memcg_counts));
	return memcg_world_create(config);
}

static struct mem_cgroup *ops_memcg_create(struct mem_cgroup *parent, u64 max)
{
	struct mem_cgroup *memcg = mem_cgroup_create(parent);

	if (memcg)
		page_counter_set_max(&memcg->memory, max);
	return memcg;
}

static int ops_set_max(struct mem_cgroup *memcg, u64 max)
{
	return page_counter_set_max(&memcg->memory, max);
}

static int ops_alloc(struct obj_cgroup *objcg, u32 gfp, u32 size, u32 node, enum node_stat_item idx)
{
	int err;

	if (!size || size > OBJ_CHARGE_MAX || node >= memcg_world.config.nr_nodes ||
	    (u32)idx >= NR_SLAB_STATS)
		return -EINVAL;
	if (size > memcg_world.size_max)
		memcg_world.size_max = size;
	/* The lookup's: without it the last stock that lets go releases a dying one meanwhile. */
	if (!obj_cgroup_tryget(objcg))
		return -EINVAL;
	err = obj_cgroup_charge(objcg, gfp, size);
	if (!err) {
		obj_cgroup_get(objcg);
		hook_mod_objcg_state(objcg, (s32)node, idx, (s32)size);
		memcg_live_add(objcg, node, idx, size, 1);
	}
	obj_cgroup_put(objcg);
	return err;
}

static void ops_free(struct obj_cgroup *objcg, u32 size, u32 node, enum node_stat_item idx)
{
	memcg_live_add(objcg, node, idx, -(s64)size, -1);
	obj_cgroup_uncharge(objcg, size);
	hook_mod_objcg_state(objcg, (s32)node, idx, -(s32)size);
	obj_cgroup_put(objcg);
}

static int ops_charge_pages(struct mem_cgroup *memcg, u32 gfp, u32 nr_pages)
{
	int err = nr_pages && nr_pages <= MEMCG_PAGES_MAX ? try_charge_memcg(memcg, gfp, nr_pages)
							  : -EINVAL;

	if (!err)
		memcg->other_pages += nr_pages;
	return err;
}

static void ops_uncharge_pages(struct mem_cgroup *memcg, u32 nr_pages)
{
	memcg->other_pages -= nr_pages;
	refill_stock(memcg, nr_pages);
}

static void view_obj(const struct obj_stock *stock, struct memcg_obj_view *view)
{
	u32 idx;

	view->objcg = stock->cached_objcg;
	view->bytes = stock->nr_bytes;
	view->node = stock->node;
	for (idx = 0; idx < NR_SLAB_STATS; idx++)
		view->stat[idx] = stock->vmstat[idx];
	view->pair_bytes = stock->pair_bytes;
	view->pair_idx = stock->pair_idx;
}

static void ops_view(u32 cpu, struct memcg_stock_view *view)
{
	const struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

	view->memcg = stock->cached;
	view->pages = stock->nr_pages;
	/* With one stock the other one is empty, and so is what is said of tasks. */
	view_obj(V.stocks == STOCKS_ONE ? &stock->obj : &stock->irq_obj, &view->irq);
	view_obj(V.stocks == STOCKS_ONE ? &stock->irq_obj : &stock->obj, &view->task);
}

static void ops_counts(struct memcg_counts *counts)
{
	u32 cpu;
	u32 n;

	memset(counts, 0, sizeof(*counts));
	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		for (n = 0; n < NR_MEMCG_COUNTS; n++)
			counts->n[n] += per_cpu(memcg_counts, cpu).n[n];
	}
}

static void ops_set_point(void (*hook)(void))
{
	memcg_point_hook = hook;
}

const struct memcg_ops memcg_ops = {
	.variant = &V,
	.create = ops_create,
	.destroy = memcg_world_destroy,
	.memcg_create = ops_memcg_create,
	.offline = mem_cgroup_offline,
	.objcg_create = obj_cgroup_create,
	.set_max = ops_set_max,
	.alloc = ops_alloc,
	.free = ops_free,
	.charge_pages = ops_charge_pages,
	.uncharge_pages = ops_uncharge_pages,
	.drain_local = drain_local_stock,
	.drain_everywhere = memcg_drain_everywhere,
	.view = ops_view,
	.state = memcg_state_local,
	.lruvec = lruvec_state_local,
	.check = memcg_check,
	.check_drained = memcg_check_drained,
	.counts = ops_counts,
	.set_point = ops_set_point,
};
