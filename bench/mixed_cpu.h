/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mixed_cpu - what the mixed workload does on one CPU.
 *
 * Each CPU has three pools of objects, one for each level, and only that level touches it: a hard
 * interrupt may come while a softirq is in the middle of its own. Behind mixed_cpu_run() no
 * interrupt comes any more, and the objects are whoever's.
 */
#ifndef BENCH_MIXED_CPU_H
#define BENCH_MIXED_CPU_H

#include <bench/case.h>
#include <core/timer.h>
#include <sched/sched.h>
#include <subject/subject.h>

#define POOL_OBJECTS 64u

struct pool {
	void *objects[POOL_OBJECTS];
	bool reclaimable[POOL_OBJECTS];
	u64 random;
	u64 allocs;
	u64 frees;
};

/* All of it is this CPU's own, but for what is read when the threads are over. */
struct mixed_cpu {
	struct thread thread;
	struct timer timer;
	struct pool pools[NR_LEVELS];
	struct memcg_current *current;
	u32 interrupts;
	bool stopped;
} __aligned(128);

/* Whose objects, and who pays. Written before the threads start. */
struct mixed {
	const struct subject *s;
	struct kmem_cache *reclaimable;
	struct mem_cgroup *memcgs[2];
};

extern struct mixed mixed;

/* The largest object of the workload. */
#define MIXED_BYTES_MAX 4096u

void mixed_cpu_init(struct mixed_cpu *me, u32 cpu, u64 seed);

/* A thread of that CPU; @me is its struct mixed_cpu. */
void mixed_cpu_run(void *me);

/* Free what is left, as a task's frees. Context: a thread. */
void mixed_cpu_free_all(struct mixed_cpu *c);

#endif
