/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memcg - groups and object cgroups: the structures, their life, and who owns what.
 *
 * A mem_cgroup has page counters, statistics and object cgroups. An obj_cgroup is what a slab
 * object points to; it outlives its group: when the group goes offline its object cgroups get the
 * parent as owner. Readers find the owner under RCU (objcg->memcg), then take a reference on it.
 *
 * Pages charged to a group = page stocks + for each object cgroup (bytes of live objects + bytes in
 * stocks + nr_charged_bytes) / PAGE_SIZE + pages charged otherwise; memcg_check() recomputes it.
 */
#ifndef MEMCG_MEMCG_H
#define MEMCG_MEMCG_H

#include <arch/mmu.h>
#include <core/spinlock.h>
#include <core/static_key.h>
#include <lib/list.h>
#include <memcg/page_counter.h>
#include <sched/percpu_ref.h>

#define MEMCG_NODES_MAX 8

enum node_stat_item {
	NR_SLAB_RECLAIMABLE_B,
	NR_SLAB_UNRECLAIMABLE_B,
	NR_SLAB_STATS,
};

/*
 * Statistics of a group on one CPU, in bytes. `state` is written by that CPU with interrupts
 * masked; `prev` is what has been flushed, written under rstat's lock.
 */
struct memcg_stat_percpu {
	s64 state[NR_SLAB_STATS];
	s64 prev[NR_SLAB_STATS];
};

/* The group's place in one CPU's tree of groups with something to flush; rstat's lock there. */
struct memcg_rstat_percpu {
	bool linked;
	struct mem_cgroup *children;
	struct mem_cgroup *next;
};

struct memcg_vmstats_percpu {
	struct memcg_stat_percpu stat;
	struct memcg_rstat_percpu rstat;
};

/* Aggregates over CPUs and the subtree, as of the last flush. Under rstat's flush lock. */
struct memcg_stat {
	s64 state[NR_SLAB_STATS];
	s64 pending[NR_SLAB_STATS]; /* from children, not yet in `state` */
};

struct mem_cgroup_per_node {
	struct memcg_stat_percpu *percpu; /* per-CPU pointer */
	struct memcg_stat stat;
	s64 departed[NR_SLAB_STATS]; /* of freed children; rstat's flush lock */
};

/* For memcg_check(): what somebody knows of live objects. Written by whoever calls it. */
struct memcg_live {
	s64 bytes[MEMCG_NODES_MAX][NR_SLAB_STATS];
	s64 objects; /* and blocks of pages */
	s64 pages;   /* in such blocks */
};

/* For memcg_check(): scratch sums over this object and, for a group, its subtree. */
struct memcg_sums {
	s64 stock_bytes;
	s64 slots; /* stocks that cache it */
	s64 children;
	s64 stock_pages;
	s64 object_pages;
	s64 other_pages;
	s64 pushed[NR_SLAB_STATS];
	s64 unpushed[NR_SLAB_STATS]; /* cached - live: with what was pushed it must be 0 */
	s64 node_pushed[MEMCG_NODES_MAX][NR_SLAB_STATS];
	s64 node_unpushed[MEMCG_NODES_MAX][NR_SLAB_STATS];
};

struct mem_cgroup {
	struct page_counter memory;
	struct page_counter kmem; /* v1: pages of objects, no cache in front of it */
	struct percpu_ref css;
	struct mem_cgroup *parent;		     /* NULL: the root, which is never charged */
	struct memcg_vmstats_percpu *vmstats_percpu; /* per-CPU pointer */
	struct obj_cgroup *objcg;		     /* what its tasks charge to */
	struct list_node objcgs;		     /* own and inherited; under memcg_lock */
	struct list_node all;			     /* memcg_world.memcgs; under memcg_lock */
	bool online;				     /* cleared once by mem_cgroup_offline() */
	struct rcu_head rcu;
	struct memcg_stat stat;
	s64 departed[NR_SLAB_STATS]; /* statistics of freed children; rstat's flush lock */
	s64 other_pages;	     /* charged by memcg_ops.charge_pages(); its callers' */
	struct memcg_sums sums;
	struct mem_cgroup_per_node nodes[MEMCG_NODES_MAX];
};

struct obj_cgroup {
	struct percpu_ref refcnt;
	struct mem_cgroup *memcg; /* changed under memcg_lock, read under RCU */
	s32 nr_charged_bytes;	  /* atomic: paid for in whole pages, now in nobody's stock */
	bool released;	       /* nobody uses it; kept for inspection until obj_cgroup_forget() */
	struct list_node list; /* memcg->objcgs; under memcg_lock */
	struct list_node all;  /* memcg_world.objcgs; under memcg_lock */
	struct rcu_head rcu;
	struct memcg_live live;
	struct memcg_sums sums;
};

struct memcg_config {
	u32 nr_cpus;  /* slots 0 .. nr_cpus-1 take part */
	u32 nr_nodes; /* at most MEMCG_NODES_MAX */
	bool v1;      /* kmem counter */
	u32 batch;    /* 0: the variant's; counting builds only */
};

/* The groups of this subject. One at a time; made and destroyed at quiescence. */
struct memcg_world {
	struct memcg_config config;
	struct mem_cgroup *root;
	struct list_node memcgs; /* parents before children */
	struct list_node objcgs;
	u64 size_max;	     /* the largest object so far: a bound of I5 */
	u32 underflows;	     /* page counters that went below zero (I2); atomic */
	u32 releases_uneven; /* releases whose nr_charged_bytes was no multiple of a page (I4) */
};

extern struct memcg_world memcg_world;

/* Lists of groups and object cgroups, owners. Interrupts masked. */
extern struct spinlock memcg_lock;

/*
 * Context of all of these: threads. 0, -ENOMEM, -EINVAL for a config out of range, -EBUSY while
 * there is a world that memcg_world_destroy() has not ended, or what static_key_set() says.
 */
int memcg_world_create(const struct memcg_config *config);

/*
 * All objects have been freed. Takes every group offline, drains every CPU, waits for the last
 * references. 0, or -EBUSY when something is still referenced after a bounded wait.
 */
int memcg_world_destroy(void);

/*
 * A group below @parent (NULL: below the root, whose counters are not its ancestors), online, with
 * a reference for the caller. NULL: no memory, or @parent is offline.
 */
struct mem_cgroup *mem_cgroup_create(struct mem_cgroup *parent);

/*
 * Its object cgroups go to the parent, then its stocks are drained. 0, or -EBUSY: it has children
 * online, or is offline already.
 */
int mem_cgroup_offline(struct mem_cgroup *memcg);

/* An object cgroup of @memcg, which is online; the first one is what its tasks use. */
struct obj_cgroup *obj_cgroup_create(struct mem_cgroup *memcg);

/* One that has been released: give its memory back. */
void obj_cgroup_forget(struct obj_cgroup *objcg);

static __always_inline bool mem_cgroup_is_root(const struct mem_cgroup *memcg)
{
	return memcg == memcg_world.root;
}

static inline bool mem_cgroup_is_descendant(const struct mem_cgroup *memcg,
					    const struct mem_cgroup *root)
{
	while (memcg && memcg != root)
		memcg = memcg->parent;
	return memcg;
}

/*
 * Branches in the code (memcg-spec 2.1, 2.11): objects are accounted; the hierarchy is v2's. Set by
 * memcg_world_create(), both; the first may be switched off and on again at
 * quiescence, while no object that is charged lives: its free would not be accounted.
 */
extern struct static_key memcg_kmem_enabled_key;
extern struct static_key memcg_on_v2_key;

static __always_inline bool memcg_kmem_enabled(void)
{
	return static_branch_likely(&memcg_kmem_enabled_key);
}

/* v1: the kmem counter is charged, too. */
static __always_inline bool memcg_on_v1(void)
{
	return !static_branch_likely(&memcg_on_v2_key);
}

static __always_inline void css_get(struct mem_cgroup *memcg)
{
	percpu_ref_get(&memcg->css);
}

static __always_inline bool css_tryget(struct mem_cgroup *memcg)
{
	return percpu_ref_tryget(&memcg->css);
}

static __always_inline void css_put(struct mem_cgroup *memcg)
{
	percpu_ref_put(&memcg->css);
}

static __always_inline void obj_cgroup_get(struct obj_cgroup *objcg)
{
	percpu_ref_get(&objcg->refcnt);
}

static __always_inline bool obj_cgroup_tryget(struct obj_cgroup *objcg)
{
	return percpu_ref_tryget(&objcg->refcnt);
}

static __always_inline void obj_cgroup_put(struct obj_cgroup *objcg)
{
	percpu_ref_put(&objcg->refcnt);
}

/* The owner now. Under rcu_read_lock(), or memcg_lock. */
static __always_inline struct mem_cgroup *obj_cgroup_memcg(const struct obj_cgroup *objcg)
{
	return READ_ONCE(objcg->memcg);
}

#endif
