/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * count - what a counting build counts, and where it can be interrupted on purpose.
 *
 * -DCOUNTING=0 (measured subjects): everything here is empty. -DCOUNTING=1 (replay, tests): events
 * are counted on the CPU where they happen, and section_point() stands between the read and the
 * write of what a section protects, so that a test can deliver an interrupt or another task there:
 * a guard that is missing shows as a lost update. -DBROKEN= makes a build with a known fault.
 */
#ifndef MEMCG_COUNT_H
#define MEMCG_COUNT_H

#include <arch/percpu.h>
#include <core/preempt.h>
#include <memcg/event.h>

enum memcg_broken {
	BROKEN_NONE,
	BROKEN_GUARD, /* object sections without their mask or preempt_disable() */
	BROKEN_PUSH,  /* negative statistics of index R are lost */
	BROKEN_NODE,  /* a push for index R goes to another node */
};

#ifndef BROKEN
#define BROKEN BROKEN_NONE
#endif

/* Written by its own CPU. */
DECLARE_PER_CPU(struct memcg_counts, memcg_counts);

/* Irqsave sections of the stock that are open on this CPU; counting builds, interrupts masked. */
DECLARE_PER_CPU(u32, memcg_irq_depth);

/* What section_point() calls; NULL: nothing. Set at quiescence. */
extern void (*memcg_point_hook)(void);

static __always_inline void count_event(enum memcg_count event)
{
	if (COUNTING)
		this_cpu_add(memcg_counts.n[event], 1);
}

static __always_inline void section_point(void)
{
	if (COUNTING && memcg_point_hook)
		memcg_point_hook();
}

#endif
