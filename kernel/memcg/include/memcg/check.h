/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * check - the oracle: recompute the invariants of memcg-spec 4.2 from the state, at quiescence.
 *
 * I1, I2, I3, I5, I6, I9, I13 (as I1 to I3 with the owners of now) and I17, and I4 for all releases
 * so far. I10 follows from I1, I2 and I5. It must be told the live objects: objcg->live.
 */
#ifndef MEMCG_CHECK_H
#define MEMCG_CHECK_H

#include <memcg/memcg.h>

struct memcg_fault {
	u32 invariant; /* 3 is I3; 0: none */
	const char *what;
	const struct mem_cgroup *memcg; /* whose, or NULL */
	const struct obj_cgroup *objcg;
	s64 cpu; /* -1: none */
	s64 got;
	s64 want; /* or the bound */
};

struct memcg_verdict {
	struct memcg_fault fault; /* the first one that is not documented */
	u32 documented;		  /* bit n: invariant n is broken as memcg-spec 3.3 documents */
};

/* Forget all live objects; then tell one after the other. For who walks a slab. */
void memcg_live_reset(void);
void memcg_live_add(struct obj_cgroup *objcg, u32 node, enum node_stat_item idx, s64 bytes,
		    s64 objects);
/* A block of pages that is charged as a whole. */
void memcg_live_add_pages(struct obj_cgroup *objcg, s64 nr_pages);

/*
 * True: nothing is broken, or only what this variant is documented to break. Flushes statistics.
 * Context: quiescence of this subject; threads.
 */
bool memcg_check(struct memcg_verdict *verdict);

/* I8: after a local drain from a task, nothing is left on @cpu. */
bool memcg_check_drained(u32 cpu, struct memcg_fault *fault);

#endif
