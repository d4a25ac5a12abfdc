// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat - the per-CPU words. Each is written by its own CPU with interrupts masked, so a plain
 * addition does.
 */
#include <memcg/stat.h>

#include <core/percpu_alloc.h>
#include <lib/errno.h>
#include <memcg/section.h>
#include <memcg/variants.h>

int stat_init(struct mem_cgroup *memcg)
{
	u32 node;

	memcg->vmstats_percpu = alloc_percpu(sizeof(*memcg->vmstats_percpu), 16);
	if (!memcg->vmstats_percpu)
		return -ENOMEM;
	for (node = 0; node < memcg_world.config.nr_nodes; node++) {
		struct mem_cgroup_per_node *pn = &memcg->nodes[node];

		pn->percpu = alloc_percpu(sizeof(*pn->percpu), 16);
		if (!pn->percpu)
			return -ENOMEM;
	}
	return 0;
}

void stat_exit(struct mem_cgroup *memcg)
{
	u32 node;

	free_percpu(memcg->vmstats_percpu);
	for (node = 0; node < MEMCG_NODES_MAX; node++)
		free_percpu(memcg->nodes[node].percpu);
}

void __mod_memcg_lruvec_state(struct mem_cgroup *memcg, s32 node, enum node_stat_item idx, s32 nr)
{
	bool other = BROKEN == BROKEN_NODE && idx == NR_SLAB_RECLAIMABLE_B;

	count_event(COUNT_STAT_PUSH);
	if (BROKEN == BROKEN_PUSH && idx == NR_SLAB_RECLAIMABLE_B && nr < 0)
		return;
	this_cpu_ptr(memcg->vmstats_percpu)->stat.state[idx] += nr;
	this_cpu_ptr(memcg->nodes[other ? !node : node].percpu)->state[idx] += nr;
	memcg_rstat_updated(memcg);
}

void mod_memcg_lruvec_state(struct mem_cgroup *memcg, s32 node, enum node_stat_item idx, s32 nr)
{
	unsigned long flags;

	section_irq_save(flags);
	__mod_memcg_lruvec_state(memcg, node, idx, nr);
	section_irq_restore(flags);
}

void mod_objcg_mlstate(struct obj_cgroup *objcg, s32 node, enum node_stat_item idx, s32 nr)
{
	struct mem_cgroup *memcg;

	rcu_read_lock();
	memcg = obj_cgroup_memcg(objcg);
	if (V.push == PUSH_MASKED)
		__mod_memcg_lruvec_state(memcg, node, idx, nr);
	else
		mod_memcg_lruvec_state(memcg, node, idx, nr);
	rcu_read_unlock();
}

s64 memcg_state_local(const struct mem_cgroup *memcg, enum node_stat_item idx)
{
	s64 sum = 0;
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++)
		sum += READ_ONCE(per_cpu_ptr(memcg->vmstats_percpu, cpu)->stat.state[idx]);
	return sum;
}

s64 lruvec_state_local(const struct mem_cgroup *memcg, u32 node, enum node_stat_item idx)
{
	s64 sum = 0;
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++)
		sum += READ_ONCE(per_cpu_ptr(memcg->nodes[node].percpu, cpu)->state[idx]);
	return sum;
}
