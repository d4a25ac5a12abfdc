/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * preempt - preempt_disable() and preempt_enable(), as the model that this file is compiled for has
 * them: a compiler barrier and nothing else without a count (Linux with PREEMPT_COUNT off); an
 * increment, and a decrement with a test, with one (docs/fidelity.md).
 *
 * The count of one's own CPU or thread is changed by nobody else: an interrupt leaves it as it
 * found it. So a plain addition will do, and the barriers only keep the compiler from moving a
 * section's accesses out of it.
 */
#ifndef CORE_PREEMPT_H
#define CORE_PREEMPT_H

#include <arch/preempt.h>
#include <core/model.h>

static __always_inline void preempt_disable(void)
{
	if (MODEL_HAS_COUNT)
		arch_preempt_count_add(PREEMPT_OFFSET);
	barrier();
}

/* May switch to another thread when the last section ends. */
static __always_inline void preempt_enable(void)
{
	barrier();
	if (MODEL_HAS_COUNT && unlikely(arch_preempt_count_dec_and_test()))
		arch_preempt_call_schedule();
}

/*
 * Without the check. For sections that end with interrupts masked or just before a voluntary
 * switch.
 */
static __always_inline void preempt_enable_no_resched(void)
{
	barrier();
	if (MODEL_HAS_COUNT)
		arch_preempt_count_sub(PREEMPT_OFFSET);
}

/*
 * The interrupt levels are kept in every model. Serving a softirq is not task context; bottom
 * halves disabled still is.
 */
static __always_inline bool in_task(void)
{
	return !(preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET));
}

static __always_inline bool in_hardirq(void)
{
	return preempt_count() & HARDIRQ_MASK;
}

static __always_inline bool in_serving_softirq(void)
{
	return preempt_count() & SOFTIRQ_OFFSET;
}

/* Interrupt of any kind, or bottom halves disabled: softirqs must not start here. */
static __always_inline bool in_interrupt(void)
{
	return preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK);
}

#endif
