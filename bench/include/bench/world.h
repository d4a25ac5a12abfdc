/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * world - what a subject's run lives in: the slab's caches, a group that pays, the keys as the
 * run's accounting says. Made before each go of a run and away behind it; in between the oracle
 * looks.
 *
 * Functions that give a string give NULL, or why the run must be refused: a constant string.
 */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include <bench/case.h>
#include <bench/plan.h>

extern const char *const accounting_names[NR_ACCOUNTINGS];

struct world {
	const struct run *run;
	struct case_world made; /* as the case is told */
	u64 free_pages;		/* these before */
	u64 percpu_bytes;
	u64 slab_errors;
	u64 slab_refusals;
	bool has_slab, has_groups, has_case;
};

/* What was found in a world. Kept for the record, and for the status of the boot. */
struct world_fault {
	bool is_found; /* a wrong subject, not a disturbed run */
	u32 invariant; /* of the oracle; 0: something else */
	s64 got, want;
};

/* CPUs that groups have stocks for: the slots up to the first one that is absent. */
u32 world_cpus(void);

/* Once, before any other. 0 or -ENOMEM. Context: threads. */
int world_init(void);

/* Context of the rest: threads, the subject's model active. */

/* After a refusal, too, world_end() must be called. */
const char *world_begin(struct world *world, const struct run *run);

/* At quiescence: nothing broken, and accounting was in force or was not, as asked. */
const char *world_check(const struct world *world, struct world_fault *fault);

/* All away: no page may be lost. What world_check() found stays in @fault. */
const char *world_end(struct world *world, struct world_fault *fault);

#endif
