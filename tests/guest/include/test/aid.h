/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aid - what many tests need: the hard-interrupt hook for the length of a test, bounded waits, a
 * thread that waits.
 */
#ifndef TEST_AID_H
#define TEST_AID_H

#include <core/irq.h>
#include <core/smp.h>
#include <lib/types.h>
#include <sched/thread.h>

/* Far more than anything takes that happens at all, on a loaded host, too. */
#define AID_BOUND_NS (5 * 1000000000ull)

/* Run @hook(@arg) on this CPU at each IPI_HOOK; NULL ends it. Context: threads. */
void aid_set_irq_hook(void (*hook)(void *arg), void *arg);
void aid_set_softirq_hook(void (*hook)(void *arg), void *arg);

/*
 * Wait, without giving the CPU away, until *@word is @value. False: not within the bound.
 * Interrupts as they are.
 */
bool aid_spin_until(const u32 *word, u32 value);

/* The same, asleep between two looks. Context: threads that may sleep. */
bool aid_wait_until(const u32 *word, u32 value);

/* Interrupts that this CPU has taken. */
static inline u64 aid_irqs(void)
{
	return this_cpu_read(irqs_taken);
}

/*
 * Wait, without giving the CPU away, until this CPU has taken more interrupts than @before. False:
 * not within the bound.
 */
bool aid_spin_irqs(u64 before);

/* The next online CPU after @cpu; CPU 0 comes after the last. */
u32 aid_next_cpu(u32 cpu);

/* Run @fn(@arg) in a thread on @cpu and wait for its end. */
void aid_run_on(u32 cpu, void (*fn)(void *arg), void *arg);

/*
 * On each online CPU in a slot below @end at once @fn(@arg) in a thread of its own; wait for all.
 */
void aid_run_below(u32 end, void (*fn)(void *arg), void *arg);
/* The same on each online CPU. */
void aid_run_everywhere(void (*fn)(void *arg), void *arg);

/*
 * A thread that waits. Each wake-up adds one to `runs`, at once when it runs, and makes it wait
 * again. Whoever wants to know when the scheduler ran it reads `runs`.
 */
struct sleeper {
	struct thread thread;
	u32 runs;  /* written by the sleeper only */
	bool stop; /* written before the last wake-up */
};

/* Start it on @cpu and return when it waits. */
void sleeper_start(struct sleeper *s, u32 cpu, u32 prio);
/* Any context. */
void sleeper_wake(struct sleeper *s);
/* The same as an irq hook. */
void sleeper_wake_hook(void *s);
void sleeper_stop(struct sleeper *s);

static inline u32 sleeper_runs(const struct sleeper *s)
{
	return READ_ONCE(s->runs);
}

#endif
