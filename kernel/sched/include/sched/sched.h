/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sched - who runs, when it changes, and the preemption model that decides it.
 *
 * The active model is set at quiescence and read on two slow paths only: preempt_schedule() and
 * preempt_schedule_irq(), the return from an interrupt. What the fast path costs, and whether
 * might_resched() and cond_resched() do anything, is decided by the model that code was compiled
 * for.
 *
 * A wait names the wake-ups that may end it. What wakes for another reason is kept for the wait
 * that wants it: a sleep does not eat what thread_wait() is to return for.
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
 * A CPU that has started: the caller becomes its idle thread, and reports itself online, or parks
 * if it comes too late. Does not return.
 */
void sched_idle(u32 slot) __noreturn;

/*
 * What an idle thread does: sleep until its run queue has somebody. CPU 0's is a thread of its own.
 * Does not return.
 */
void sched_idle_loop(void) __noreturn;

/*
 * The boot context of CPU 0 has started its threads: let them run, never come back. Depth 1.
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

/* Why a thread is woken; bits of `woken` and `waits_for` in struct thread. */
enum sched_wakes {
	WAKE_ASKED = 1,	 /* thread_wake() */
	WAKE_SLEPT = 2,	 /* its sleep is over */
	WAKE_JOINED = 4, /* the thread that it joins is over */
};

/*
 * Wait for any of @wakes; returns at once if one of them came since it was last waited for, and
 * forgets those only. Context: threads, preemption on.
 */
void sched_wait(u32 wakes);

/* One wake-up of @t. Any context but NMI, any CPU. */
void sched_wake(struct thread *t, u32 wake);

/* A context that runs already, or is to run, becomes @t. Nobody else knows it yet. */
void sched_adopt(struct thread *t, const char *name, u32 cpu, u32 prio);

/* @t, adopted and with stack and function set, may run from here on. */
void sched_start(struct thread *t);

/* Until @t is over and its structure touched by nobody. One caller, a thread. */
void sched_wait_end(struct thread *t);

#endif
