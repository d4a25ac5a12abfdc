/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event - what a counting build counts (replay-format.md: "count").
 */
#ifndef MEMCG_EVENT_H
#define MEMCG_EVENT_H

#include <lib/types.h>

enum memcg_count {
	COUNT_IRQSAVE,	      /* irqsave sections entered, outermost of the stock's own */
	COUNT_IRQSAVE_NESTED, /* inside another one */
	COUNT_PREEMPT,	      /* preemption-off sections */
	COUNT_TRYLOCK,
	COUNT_TRYLOCK_FAILED,
	COUNT_STAT_PUSH,    /* additions to the per-CPU arrays */
	COUNT_XCHG,	    /* exchanges on nr_charged_bytes */
	COUNT_ATOMIC_ADD,   /* additions to it */
	COUNT_PAGE_COUNTER, /* additions and subtractions, every level */
	COUNT_OBJCG_GET,    /* by stocks */
	COUNT_OBJCG_PUT,
	COUNT_STAT_CALL, /* calls of mod_objcg_state() */
	NR_MEMCG_COUNTS,
};

struct memcg_counts {
	u64 n[NR_MEMCG_COUNTS];
};

#endif
