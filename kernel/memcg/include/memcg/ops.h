/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ops - one subject's memcg part as a table of functions, so that code compiled once (the trace
 * runner, tests, the bench's preparation) can drive any of them. Not for what is measured.
 */
#ifndef MEMCG_OPS_H
#define MEMCG_OPS_H

#include <memcg/check.h>
#include <memcg/event.h>
#include <memcg/memcg.h>
#include <memcg/obj_stock.h>
#include <memcg/variants.h>

#define MEMCG_PAGES_MAX (1u << 29) /* that charge_pages() takes at once */

struct memcg_obj_view {
	struct obj_cgroup *objcg; /* NULL: nothing is cached */
	u32 bytes;
	s32 node;		 /* -1: none */
	s32 stat[NR_SLAB_STATS]; /* CACHE_SUMS */
	s32 pair_bytes;		 /* CACHE_PAIR */
	u32 pair_idx;
};

/* What one CPU keeps. */
struct memcg_stock_view {
	struct mem_cgroup *memcg;
	u32 pages;
	struct memcg_obj_view irq; /* the only one in variants with one stock */
	struct memcg_obj_view task;
};

struct memcg_ops {
	const struct variant *variant;

	/* See memcg/memcg.h. A group: @max in pages. NULL, 0 or a negative errno. Threads. */
	int (*create)(const struct memcg_config *config);
	int (*destroy)(void);
	struct mem_cgroup *(*memcg_create)(struct mem_cgroup *parent, u64 max);
	int (*offline)(struct mem_cgroup *memcg);
	/* The structure stays readable after its release, until destroy(). */
	struct obj_cgroup *(*objcg_create)(struct mem_cgroup *memcg);

	/* Pages, 0 or -EBUSY: more are in use, and nothing has changed. Any context but NMI. */
	int (*set_max)(struct mem_cgroup *memcg, u64 max);

	/*
	 * Charge and account one object of full size @size in this context on this CPU, as the
	 * slab's hooks do. 0, -ENOMEM, -EINVAL: @objcg has been released, or there is no such size,
	 * node or index. free() is the way back.
	 */
	int (*alloc)(struct obj_cgroup *objcg, u32 gfp, u32 size, u32 node,
		     enum node_stat_item idx);
	void (*free)(struct obj_cgroup *objcg, u32 size, u32 node, enum node_stat_item idx);

	/* Pages charged otherwise: try_charge_memcg(), refill_stock(). -EINVAL: none, too many. */
	int (*charge_pages)(struct mem_cgroup *memcg, u32 gfp, u32 nr_pages);
	void (*uncharge_pages)(struct mem_cgroup *memcg, u32 nr_pages);

	void (*drain_local)(void);
	/* All CPUs, as the work does it, waited for. Threads. */
	void (*drain_everywhere)(void);

	/* At quiescence. */
	void (*view)(u32 cpu, struct memcg_stock_view *view);
	s64 (*state)(const struct mem_cgroup *memcg, enum node_stat_item idx);
	s64 (*lruvec)(const struct mem_cgroup *memcg, u32 node, enum node_stat_item idx);
	bool (*check)(struct memcg_verdict *verdict);
	bool (*check_drained)(u32 cpu, struct memcg_fault *fault);

	/* Sums over CPUs since create(); zeros in builds that do not count. */
	void (*counts)(struct memcg_counts *counts);
	/* What section_point() calls; NULL: nothing. */
	void (*set_point)(void (*hook)(void));
};

/* This subject's; its symbol is local to the subject's object. */
extern const struct memcg_ops memcg_ops;

#endif
