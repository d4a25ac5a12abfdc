/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run - one case in one state: measured in several goes, then sent as one record.
 *
 * A run's figures are kept here between the goes. A reason that refuses it sticks: the first one
 * found is the one that is sent, and the run is not measured any further.
 */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include <bench/plan.h>
#include <bench/sample.h>
#include <bench/world.h>
#include <core/record.h>

struct run_result {
	u32 number; /* of its record */
	u32 cpu;    /* slot that measures */
	struct sample_set samples;
	u64 loops;		  /* chosen in the first go */
	const char *reason;	  /* NULL: nothing against it so far; else a constant string */
	struct world_fault fault; /* if the reason is what was found in the world */
};

/*
 * Take @samples more of each block of run @index, on this CPU. Context: a thread, there alone,
 * interrupts on, nothing disabled; the same on return.
 */
void run_measure(const struct plan *plan, u32 index, u32 samples, struct run_result *result);

/* Judge and send run @index; true if the verdict is ok. */
bool run_send(const struct plan *plan, u32 index, struct run_result *result, struct record *r);

#endif
