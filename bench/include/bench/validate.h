/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * validate - may this run enter a table? Looks at the state that was really in force and at what
 * was counted during the samples.
 *
 * Each function gives NULL if there is nothing against it, else why, as a constant string.
 */
#ifndef BENCH_VALIDATE_H
#define BENCH_VALIDATE_H

#include <bench/plan.h>
#include <bench/sample.h>
#include <core/model.h>

struct run_state {
	bool irqs_on;
	u32 preempt_count;
	u32 readers; /* nesting of RCU read sections */
	enum preempt_model model;
};

void validate_read_state(struct run_state *state);

const char *validate_state(const struct run *run, const struct run_state *before,
			   const struct run_state *after);

const char *validate_samples(const struct plan *plan, const struct run *run,
			     const struct sample_set *set);

#endif
