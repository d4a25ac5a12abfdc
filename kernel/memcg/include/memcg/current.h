/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * current - who pays on a CPU.
 *
 * Threads are pinned and one task at a time is set up to be charged, so the task's group is kept
 * with the CPU and not in the thread. Left out: a group for each thread.
 */
#ifndef MEMCG_CURRENT_H
#define MEMCG_CURRENT_H

#include <arch/percpu.h>

struct mem_cgroup;

/* Written by their own CPU, or at quiescence. */
struct memcg_current {
	struct mem_cgroup *task;	/* the task's own; NULL: nobody */
	struct mem_cgroup *task_remote; /* goes before it while a task has set it; NULL: none */
	struct mem_cgroup *remote;	/* where in_task() is false; NULL: nobody */
};

DECLARE_PER_CPU(struct memcg_current, memcg_current);

#endif
