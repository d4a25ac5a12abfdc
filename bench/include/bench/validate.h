/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * validate - may this run enter a table? Looks at what was counted and at the state that was really
 * in force.
 */
#ifndef BENCH_VALIDATE_H
#define BENCH_VALIDATE_H

#include <bench/plan.h>
#include <bench/sample.h>
#include <core/model.h>

struct cpu_state {
	bool irqs_on;
	u32 preempt_count;
	enum preempt_model model;
};

void validate_read_state(struct cpu_state *state);

/* NULL: ok. Otherwise why not, a constant string for the record. */
const char *validate_run(const struct plan *plan, const struct run *run,
			 const struct sample_set *set, const struct cpu_state *before,
			 const struct cpu_state *after);

#endif
