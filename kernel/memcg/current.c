// SPDX-License-Identifier: GPL-2.0-only
/*
 * current - who pays for an allocation. A group that was set explicitly goes first; without one
 * only tasks pay, so an allocation from an interrupt is free of charge. A task and what interrupts
 * it have a word each: neither pays for what was set for the other.
 */
#include <memcg/slab_hooks.h>

DEFINE_PER_CPU(struct memcg_current, memcg_current);

struct obj_cgroup *get_obj_cgroup_from_current(void)
{
	struct obj_cgroup *objcg = NULL;
	struct mem_cgroup *memcg;

	rcu_read_lock();
	if (in_task()) {
		memcg = this_cpu_read(memcg_current.task_remote);
		if (!memcg)
			memcg = this_cpu_read(memcg_current.task);
	} else {
		memcg = this_cpu_read(memcg_current.remote);
	}
	for (; memcg && !mem_cgroup_is_root(memcg); memcg = memcg->parent) {
		objcg = READ_ONCE(memcg->objcg);
		if (objcg && obj_cgroup_tryget(objcg))
			break;
		objcg = NULL;
	}
	rcu_read_unlock();
	return objcg;
}

int obj_cgroup_charge_current(struct obj_cgroup **owner, u32 gfp, u32 nr_pages)
{
	struct obj_cgroup *objcg = get_obj_cgroup_from_current();
	int err;

	*owner = NULL;
	if (!objcg)
		return 0;
	err = obj_cgroup_charge_pages(objcg, gfp, nr_pages);
	if (err)
		obj_cgroup_put(objcg);
	else
		*owner = objcg;
	return err;
}
