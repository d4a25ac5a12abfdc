/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * variants - THE table. A variant of the memcg stock is one row; two rows show how two variants
 * differ, and a new combination is a new row.
 *
 * Every file of a subject is compiled with -DVARIANT=VARIANT_..., so V is a constant row and
 * `if (V.refill == REFILL_FOLD)` costs nothing. memcg-spec.md 3.0 has the names, 3.2 the rules.
 */
#ifndef MEMCG_VARIANTS_H
#define MEMCG_VARIANTS_H

#include <lib/types.h>

enum variant_id {
	VARIANT_BASE,
	VARIANT_V6_MOVE,
	VARIANT_V4_VMSTAT,
	VARIANT_V6_VMSTAT,
	VARIANT_V6_REFILL,
	VARIANT_V6_TASKOBJ,
	VARIANT_V6_VMSTAT_NODEFIX,
	VARIANT_V6_REFILL_NODEFIX,
	VARIANT_V6_TASKOBJ_NODEFIX,
	VARIANT_V6_REFILL_XCHG,
	NR_VARIANTS,
};

/* What the stock remembers of statistics: nothing; one (index, bytes); a sum for each index. */
enum variant_cache { CACHE_NONE, CACHE_PAIR, CACHE_SUMS };
/* Where mod_objcg_state() stands: in the slab's hook, or behind a call. */
enum variant_call { CALL_INLINE, CALL_EXTERN };
/* More than a page in the stock: give everything back, or only the whole pages, outside. */
enum variant_refill { REFILL_DRAIN, REFILL_FOLD };
/* nr_charged_bytes is taken by an exchange: always, or only if a plain read finds something. */
enum variant_xchg { XCHG_ALWAYS, XCHG_IF_NONZERO };
/* One object stock for a CPU, or one for tasks and one for interrupts. */
enum variant_stocks { STOCKS_ONE, STOCKS_TASK_IRQ };
/* A push relies on its caller's mask, or masks by itself. */
enum variant_push { PUSH_MASKED, PUSH_IRQSAFE };
/* Cached sums at a change of node go to the new node (as posted) or to the one remembered. */
enum variant_node { NODE_POSTED, NODE_FIXED };

struct variant {
	const char *name;
	const char *option; /* "" or as it is written behind the name */
	enum variant_cache cache;
	enum variant_call call;
	enum variant_refill refill;
	enum variant_xchg xchg_refill; /* on a change of owner in refill_obj_stock() */
	enum variant_xchg xchg_stat;   /* the same in mod_objcg_state() */
	enum variant_stocks stocks;
	enum variant_push push;
	enum variant_node node;
	u32 batch; /* MEMCG_CHARGE_BATCH, pages */
};

/* clang-format off */
static const struct variant variants[NR_VARIANTS] = {
	[VARIANT_BASE] =
		{ "base", "", CACHE_NONE, CALL_INLINE,
		  REFILL_DRAIN, XCHG_ALWAYS, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_IRQSAFE, NODE_FIXED, 32 },
	[VARIANT_V6_MOVE] =
		{ "v6-move", "", CACHE_NONE, CALL_EXTERN,
		  REFILL_DRAIN, XCHG_ALWAYS, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_IRQSAFE, NODE_FIXED, 32 },
	[VARIANT_V4_VMSTAT] =
		{ "v4-vmstat", "", CACHE_PAIR, CALL_EXTERN,
		  REFILL_DRAIN, XCHG_ALWAYS, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_MASKED, NODE_FIXED, 32 },
	[VARIANT_V6_VMSTAT] =
		{ "v6-vmstat", "", CACHE_SUMS, CALL_EXTERN,
		  REFILL_DRAIN, XCHG_ALWAYS, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_MASKED, NODE_POSTED, 32 },
	[VARIANT_V6_REFILL] =
		{ "v6-refill", "", CACHE_SUMS, CALL_EXTERN,
		  REFILL_FOLD, XCHG_IF_NONZERO, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_MASKED, NODE_POSTED, 32 },
	[VARIANT_V6_TASKOBJ] =
		{ "v6-taskobj", "", CACHE_SUMS, CALL_EXTERN,
		  REFILL_FOLD, XCHG_IF_NONZERO, XCHG_IF_NONZERO, STOCKS_TASK_IRQ,
		  PUSH_IRQSAFE, NODE_POSTED, 32 },
	[VARIANT_V6_VMSTAT_NODEFIX] =
		{ "v6-vmstat", "nodefix=on", CACHE_SUMS, CALL_EXTERN,
		  REFILL_DRAIN, XCHG_ALWAYS, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_MASKED, NODE_FIXED, 32 },
	[VARIANT_V6_REFILL_NODEFIX] =
		{ "v6-refill", "nodefix=on", CACHE_SUMS, CALL_EXTERN,
		  REFILL_FOLD, XCHG_IF_NONZERO, XCHG_IF_NONZERO, STOCKS_ONE,
		  PUSH_MASKED, NODE_FIXED, 32 },
	[VARIANT_V6_TASKOBJ_NODEFIX] =
		{ "v6-taskobj", "nodefix=on", CACHE_SUMS, CALL_EXTERN,
		  REFILL_FOLD, XCHG_IF_NONZERO, XCHG_IF_NONZERO, STOCKS_TASK_IRQ,
		  PUSH_IRQSAFE, NODE_FIXED, 32 },
	[VARIANT_V6_REFILL_XCHG] =
		{ "v6-refill", "xchg=always", CACHE_SUMS, CALL_EXTERN,
		  REFILL_FOLD, XCHG_ALWAYS, XCHG_ALWAYS, STOCKS_ONE,
		  PUSH_MASKED, NODE_POSTED, 32 },
};
/* clang-format on */

#define V (variants[VARIANT])

#endif
