/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sched - who runs, when it changes, and the preemption model that decides it.
 *
 * The active model is set at quiescence and read on slow paths only: return from interrupt,
 * preempt_schedule(), might_resched(), the tick. What the fast path costs is decided by the model
 * that code was compiled for.
 */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include <arch/percpu.h>
#include <core/model.h>
#include <core/preempt.h>
#include <sched/thread.h>

/* Switches on this CPU since boot. Written by its own CPU. */
DECLARE_PER_CPU(u64, sched_switches);

/* Boot CPU: the caller becomes a thread of CPU 0. Interrupts off. */
void sched_init(void);

/*
 * A CPU that has started: the caller becomes its idle thread, and reports itself online, or parks if
 * it comes too late. Does not return.
 */
void sched_idle(u32 slot) __noreturn;

/*
 * What an idle thread does: sleep until its run queue has somebody. CPU 0's is a thread of its own.
 * Does not return.
 */
void sched_idle_loop(void) __noreturn;

/*
 * The boot context of CPU 0 has started its threads: let them run, never come back. Depth 1,
 * interrupts as they are.
 */
void sched_boot_end(void) __noreturn;

/* Give the CPU away if anybody is due. Context: threads, preemption on. */
void schedule(void);

/* "none", ... The active model; set by one thread while no other one runs. */
extern const char *const preempt_model_names[NR_MODELS];
enum preempt_model preempt_model(void);
void preempt_model_set(enum preempt_model model);

/* The scheduling point of code that may block, where the model has one; true if it switched. */
bool sched_resched_point(void);

/* Long loops: a point under none and voluntary. Under full the preemption has happened already. */
static __always_inline bool cond_resched(void)
{
	if (MODEL == MODEL_FULL || !need_resched())
		return false;
	return sched_resched_point();
}

/* Before what may block: a point under voluntary only. */
static __always_inline bool might_resched(void)
{
	if (MODEL != MODEL_VOLUNTARY || !need_resched())
		return false;
	return sched_resched_point();
}

/* thread.c only: wait, first frame, first wake-up. */
void sched_wait(void);
void sched_prepare(struct thread *t);
void sched_enqueue(struct thread *t);

#endif
