/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stock - what the cases of the stock alone share: charges and statistics as the slab's hooks make
 * them, without a slab. All files of bench/hot are one unit, so there is one of each of these.
 *
 * Every operation leaves the stock, the page stock and the counters as it found them, once they are
 * warm: every copy does the same.
 */
#ifndef BENCH_HOT_STOCK_H
#define BENCH_HOT_STOCK_H

#include "subject_case.h"

#include <lib/errno.h>
#include <memcg/obj_stock.h>
#include <memcg/page_stock.h>
#include <memcg/slab_hooks.h>

#define STOCK_SMALL 136u  /* S of an object of 128 bytes */
#define STOCK_LARGE 4104u /* S of an object of 4 KiB */

static struct obj_cgroup *stock_objcg, *stock_other;

static __always_inline void stock_pair(struct obj_cgroup *objcg, u32 bytes)
{
	obj_cgroup_charge(objcg, GFP_KERNEL, bytes);
	obj_cgroup_uncharge(objcg, bytes);
}

/* The second one is of the same group: the page stock keeps its owner. */
static int stock_prepare(const struct case_world *world)
{
	stock_objcg = world->memcg->objcg;
	stock_other = obj_cgroup_create(world->memcg);
	return stock_other ? 0 : -ENOMEM;
}

#define HOT_STOCK_CASE_PREPARED(name, how, ...)                            \
	HOT_SUBJECT_CASE(name, .levels = 1u << LEVEL_TASK, .prepare = how, \
			 .accountings = 1u << ACCOUNTING_ON, __VA_ARGS__)
#define HOT_STOCK_CASE(name, ...) HOT_STOCK_CASE_PREPARED(name, stock_prepare, __VA_ARGS__)

#endif
