/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * softirq - work that an interrupt leaves for its way out, with interrupts on; and bottom halves
 * disabled around a section.
 *
 * A softirq runs on the CPU that raised it, when the outermost interrupt returns or the last
 * local_bh_enable() ends, never inside another one. While it runs in_task() is false.
 */
#ifndef CORE_SOFTIRQ_H
#define CORE_SOFTIRQ_H

#include <arch/percpu.h>
#include <core/preempt.h>
#include <lib/types.h>

enum softirq {
	SOFTIRQ_HOOK, /* what softirq_set_hook() names: softirq cases and tests */
	NR_SOFTIRQS,
};

/* This CPU's; one bit for each softirq. */
DECLARE_PER_CPU(u32, softirqs_pending);

/*
 * Any context. Outside of interrupts it runs once somebody enables bottom halves or an interrupt
 * returns.
 */
void softirq_raise(enum softirq nr);

/* What SOFTIRQ_HOOK runs on this CPU. NULL: nothing. */
void softirq_set_hook(void (*hook)(void *arg), void *arg);

/*
 * Interrupts off, not in_interrupt(). Runs what is pending, with interrupts on meanwhile; off again
 * on return.
 */
void softirq_run_pending(void);

/* The same from task context, as the end of local_bh_enable() does it. */
void softirq_run_from_task(void);

static __always_inline void local_bh_disable(void)
{
	arch_preempt_count_add(SOFTIRQ_DISABLE_OFFSET);
	barrier();
}

/*
 * Interrupts on. The count keeps depth 1 while softirqs run, so that nothing is switched in
 * between; then that is dropped with the preemption check of this model.
 */
static __always_inline void local_bh_enable_inline(void)
{
	barrier();
	arch_preempt_count_sub(SOFTIRQ_DISABLE_OFFSET - PREEMPT_OFFSET);
	if (unlikely(this_cpu_read(softirqs_pending)) && !in_interrupt())
		softirq_run_from_task();
	arch_preempt_count_sub(PREEMPT_OFFSET);
	barrier();
	if (MODEL_HAS_COUNT && unlikely(arch_preempt_should_resched()))
		arch_preempt_call_schedule();
}

void local_bh_enable(void);

#endif
