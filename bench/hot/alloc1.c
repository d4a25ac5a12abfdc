// SPDX-License-Identifier: GPL-2.0-only
/*
 * alloc1 - Question: what does it cost to allocate and free one object at once, in a task and where
 * in_task() is false? The loop of the published SERVER and PREEMPT tables.
 * One operation: kfree(kmalloc(128, GFP_ATOMIC | __GFP_ACCOUNT)); S = 136.
 * Expected: memcg-spec 4.4, batch 1: two sections for the allocation, two for the free, no page, a
 * push only in `base` and `v6-move`. Outside of tasks the same with masked interrupts, even where
 * tasks only disable preemption.
 * Not measured: an allocation in an interrupt without a group that was set for it: free of charge.
 * Would mislead if the published OPT and NO-OPT were taken for variants of this tree: they were of
 * the RT tree. The nearest are v6-taskobj and v6-refill.
 */
#include "subject_case.h"

#define ALLOC1_BYTES 128

static __always_inline void alloc1_pair(void)
{
	kfree(kmalloc(ALLOC1_BYTES, GFP_ATOMIC | __GFP_ACCOUNT));
}

HOT_SUBJECT_LOOPS(alloc1, alloc1_pair())
HOT_SUBJECT_CASE(alloc1, .levels = 1u << LEVEL_TASK | 1u << LEVEL_SOFTIRQ | 1u << LEVEL_HARDIRQ,
		 .accountings = ACCOUNTINGS_ALL, .batch = 1, .published_irqs = 1u << false,
		 .published_levels = 1u << LEVEL_TASK | 1u << LEVEL_SOFTIRQ,
		 .sizes = { ALLOC1_BYTES })
