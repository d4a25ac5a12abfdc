/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mixed - a workload on every CPU that counts: a thread that allocates and frees objects of many
 * sizes for two groups in turn, and timer interrupts that do the same in hard interrupt and in
 * softirq context.
 */
#ifndef BENCH_MIXED_H
#define BENCH_MIXED_H

#include <bench/plan.h>
#include <bench/sample.h>
#include <bench/world.h>
#include <core/record.h>
#include <memcg/event.h>

enum mixed_count {
	MIXED_ALLOCS_TASK,
	MIXED_ALLOCS_IRQ, /* where in_task() is false */
	MIXED_FREES_TASK,
	MIXED_FREES_IRQ,
	NR_MIXED_COUNTS,
};

/* Numbers of a run: those above, then the subject's counts (memcg/event.h). */
#define MIXED_NUMBERS (NR_MIXED_COUNTS + (u32)NR_MEMCG_COUNTS)

/*
 * The numbers into set->t_short. NULL, or why it could not be done or must be refused. @world is a
 * counting subject's; its group pays, and another one that is made. Context: a thread that may
 * sleep, on CPU 0.
 */
const char *mixed_run(const struct plan *plan, const struct world *world, struct sample_set *set,
		      struct world_fault *fault);

/* The members of its record. */
void mixed_send(const struct sample_set *set, struct record *r);

#endif
