/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sample - raw readings of T(N) and T(2N), and what else happened on this CPU while they were
 * taken.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <bench/case.h>

#define SAMPLES_MAX 64 /* of each block in a run */

/*
 * Differences over all samples of a run. Any of them not 0 means that the figure holds something
 * else, too.
 */
struct sample_noise {
	u64 irqs_taken;
	u64 irqs_unexpected;
	u64 switches;
	u32 migrations;
	u32 resched_pending; /* samples that began or ended with a reschedule wanted */
};

struct sample_set {
	u32 nr_short, nr_long;
	u32 room; /* in each buffer */
	u32 lost; /* did not fit */
	u64 *t_short, *t_long;
	struct sample_noise noise;
};

/* Nothing more to be taken: a run of threads is made in one go. */
static inline bool sample_is_full(const struct sample_set *set)
{
	return set->nr_long >= set->room;
}

/*
 * Take @samples of each block, in the order short, long, long, short. The state of the CPU is the
 * caller's and stays as it is. Context: the measuring thread, nothing else runnable on this CPU.
 */
void sample_take(struct sample_set *set, const struct bench_case *c, u64 loops, u32 samples);

/*
 * Run both blocks until code, data and predictors know them. Then sample_choose_loops(): how many
 * loops make the short block last as long as a sample must; fixed where instructions are counted.
 */
void sample_warm(const struct bench_case *c);
u64 sample_choose_loops(const struct bench_case *c);

/* Around what is measured by other means, on its CPU: the difference is added to @n. */
void sample_noise_begin(struct sample_noise *n, u32 *cpu);
void sample_noise_end(struct sample_noise *n, u32 cpu);

/* Time that @nr samples took, in ticks of the counter. */
u64 sample_sum(const u64 *ticks, u32 nr);

#endif
