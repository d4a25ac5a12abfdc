/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page_stock - per-CPU store of pages already charged to one group, and the charge path behind it.
 * Follows memcg-spec 2.12 to 2.14.
 *
 * The page counter is shared by all CPUs and walked to the top; each CPU buys a batch and keeps the
 * surplus, at most the batch after any refill. Only its own CPU changes a stock, with interrupts
 * masked; a remote drain queues work on the owner.
 */
#ifndef MEMCG_PAGE_STOCK_H
#define MEMCG_PAGE_STOCK_H

#include <lib/errno.h>
#include <memcg/count.h>
#include <memcg/memcg.h>
#include <memcg/obj_stock.h>
#include <memcg/variants.h>
#include <mm/gfp.h>
#include <sched/workqueue.h>

#define FLUSHING_CACHED_CHARGE 1u

/* Everything that a CPU keeps. Written by its own CPU; `flags` by everybody, atomically. */
struct memcg_stock_pcp {
	struct mem_cgroup *cached; /* never the root; with a reference */
	u32 nr_pages;
	u32 flags;
	struct obj_stock obj; /* the only one; STOCKS_TASK_IRQ: in_task(), preemption off */
	struct obj_stock irq_obj __aligned(64); /* STOCKS_TASK_IRQ: everybody else */
	struct work work;
} __aligned(64);

/* Whoever has one stock, and tasks that have one of two, find it in the line of the pages. */
static_assert(offsetof(struct memcg_stock_pcp, obj) + sizeof(struct obj_stock) <= 64,
	      "the first object stock lies in the first line");

DECLARE_PER_CPU(struct memcg_stock_pcp, memcg_stock);

/* MEMCG_CHARGE_BATCH; a counting build can be told another one. */
static __always_inline u32 memcg_charge_batch(void)
{
	return COUNTING ? memcg_world.config.batch : V.batch;
}

/* Empty on every CPU. At quiescence. */
void memcg_stock_init(void);

/*
 * Pages for @memcg from this CPU's stock, or from its counters, in batches. 0, or -ENOMEM with no
 * counter changed (stocks may have been drained). @gfp: blocking requests drain other stocks once
 * before they fail; atomic and no-fail ones are charged over the limit. Any context.
 */
int try_charge_memcg(struct mem_cgroup *memcg, u32 gfp, u32 nr_pages);

/* Into this CPU's stock; more than a batch there goes back to the counters, all of it. */
void refill_stock(struct mem_cgroup *memcg, u32 nr_pages);

/*
 * Empty this CPU's stocks: object stock first, since that puts pages into the page stock. From an
 * interrupt the tasks' object stock is left alone.
 */
void drain_local_stock(void);

/*
 * Drain every CPU that keeps something of the subtree of @root: this CPU at once, the others by
 * work, which is not waited for. Nothing if such a drain is being started already. Context:
 * where queue_work_on() may be called, hard interrupts excepted.
 */
void drain_all_stock(struct mem_cgroup *root);

/* drain_local_stock() on every CPU of the world, waited for. Context: threads. */
void memcg_drain_everywhere(void);

#endif
