/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat - statistics of slab bytes: per-CPU words of a group and of a group's node, and the flush
 * that sums them over CPUs and up the hierarchy. Follows memcg-spec 1.6 and 2.10.
 *
 * An update adds to two per-CPU words and marks the group as updated on this CPU. The mark is one
 * test when the group has been marked since the last flush; the first one links the group and its
 * ancestors into this CPU's tree under a lock.
 */
#ifndef MEMCG_STAT_H
#define MEMCG_STAT_H

#include <memcg/count.h>
#include <memcg/memcg.h>

/* A new group's words. 0 or -ENOMEM; stat_exit() undoes half a stat_init(), too. */
int stat_init(struct mem_cgroup *memcg);
void stat_exit(struct mem_cgroup *memcg);

/* The group is going to be freed: its statistics stay in its ancestors'. */
void stat_depart(struct mem_cgroup *memcg);

/* Interrupts masked by the caller. */
void __mod_memcg_lruvec_state(struct mem_cgroup *memcg, s32 node, enum node_stat_item idx, s32 nr);
/* Masks interrupts itself. */
void mod_memcg_lruvec_state(struct mem_cgroup *memcg, s32 node, enum node_stat_item idx, s32 nr);

/* Push to the owner of @objcg in the variant's form. */
void mod_objcg_mlstate(struct obj_cgroup *objcg, s32 node, enum node_stat_item idx, s32 nr);

/* mod_objcg_state() without a cache; in the slab's hook where the call is inline. */
static __always_inline void mod_objcg_state_direct(struct obj_cgroup *objcg, s32 node,
						   enum node_stat_item idx, s32 nr)
{
	count_event(COUNT_STAT_CALL);
	rcu_read_lock();
	mod_memcg_lruvec_state(obj_cgroup_memcg(objcg), node, idx, nr);
	rcu_read_unlock();
}

/* What has been pushed to @memcg itself, summed over CPUs; unflushed. */
s64 memcg_state_local(const struct mem_cgroup *memcg, enum node_stat_item idx);
s64 lruvec_state_local(const struct mem_cgroup *memcg, u32 node, enum node_stat_item idx);

/* Bring the aggregates of every group up to date. At quiescence. */
void memcg_rstat_flush(void);

/* Is @memcg linked on @cpu if it must be? At quiescence. */
bool memcg_rstat_is_marked(const struct mem_cgroup *memcg, u32 cpu);

/* stat.c to rstat.c: interrupts masked. */
void memcg_rstat_updated(struct mem_cgroup *memcg);

#endif
