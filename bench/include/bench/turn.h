/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * turn - one core's turn at measuring: its runs, their records, its lines of the summary. What is
 * not its own to measure is passed over: runs of several CPUs belong to the first core's turn.
 *
 * Turns come one after the other and share plan, room and record.
 */
#ifndef BENCH_TURN_H
#define BENCH_TURN_H

#include <bench/cores.h>
#include <bench/plan.h>
#include <bench/run.h>
#include <sched/sched.h>
#include <sched/wait.h>

struct payload_result;
struct record;

struct turn {
	const struct plan *plan;
	const struct core_set *cores;
	struct run_result *results; /* of each run of the plan, with room for its samples */
	struct record *record;
	u32 core;     /* place in the core set */
	u32 nr_begun; /* runs of all passes; the thread that measures writes, its starter reads */
	struct payload_result *payload;
	struct thread thread;	/* unless the core is the boot CPU */
	struct completion done; /* its last word */
};

/*
 * The measuring thread is the core's own; the caller sleeps meanwhile. Negative errno: nothing can
 * be measured any more, and what there is may still be written to.
 */
int turn_run(struct turn *turn);

#endif
