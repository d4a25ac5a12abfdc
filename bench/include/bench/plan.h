/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan - from the command line to a list of runs.
 *
 * A run is a case in one state. The list is made before anything is measured, and an unknown word
 * ends the boot there.
 */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include <bench/case.h>

#define PLAN_RUNS_MAX 8192

struct run {
	const struct bench_case *bench_case;
	u32 size; /* bytes of an object; 0: the case has none */
	u32 cpus; /* that it runs on */
	enum level level;
	enum case_accounting accounting; /* cases of a subject */
	bool v1;			 /* the same */
	bool irqs_on;			 /* at entry */
	bool nested;
};

enum profile {
	PROFILE_QUICK,	   /* every cell, few samples */
	PROFILE_PUBLISHED, /* the loop counts of the published tables */
	PROFILE_FULL,	   /* every cell, many samples */
};

struct plan {
	struct run runs[PLAN_RUNS_MAX];
	u32 nr_runs;
	bool is_full; /* there were more */
	enum profile profile;
	u32 samples;   /* of each block */
	u32 passes;    /* the samples of a run are taken in so many goes */
	u64 loops;     /* 0: by the profile */
	u64 budget_ns; /* 0: none */
	u64 seed;
	u32 tick_hz;
	u32 load_ms; /* that CASE_THREADS lasts */
};

/* 0, or -EINVAL after a line that names the bad word and the valid ones. */
int plan_make(struct plan *plan);

/*
 * Once it is known how many CPUs there are: each run of threads that is planned for one CPU also
 * for 2, 4, ... and @cpus of them; counts are taken on all. 0, or -EINVAL after a line: too many.
 */
int plan_spread(struct plan *plan, u32 cpus);

bool plan_has_subjects(const struct plan *plan);

/* Does @run take CPUs 0 to N-1, whichever CPU measures the others? */
static inline bool run_is_shared(const struct run *run)
{
	return run->bench_case->flags & (CASE_THREADS | CASE_COUNTS);
}

/* How many that makes: the first of @nr_cores measures all, the others what is not shared. */
u32 plan_nr_records(const struct plan *plan, u32 nr_cores);

/* Numbers in each of the two buffers that @run fills. */
u32 plan_room(const struct plan *plan, const struct run *run);

/* How often each block runs in a sample; 0: chosen by time. */
u64 plan_loops(const struct plan *plan, const struct run *run);

/*
 * The order in which a pass goes through the runs: shuffled by the seed, another one in each pass,
 * so that a drift of the machine meets all alike. @order has room for nr_runs. As planned where
 * there is one pass.
 */
void plan_shuffle(const struct plan *plan, u32 pass, u16 *order);

const char *profile_name(enum profile profile);

/* For list=cases. */
void plan_list_cases(void);

#endif
