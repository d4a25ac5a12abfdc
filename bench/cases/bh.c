// SPDX-License-Identifier: GPL-2.0-only
/*
 * bh - Question: what does a section cost that keeps softirqs out?
 * One operation: local_bh_disable(), local_bh_enable(). The enable is a function call, as it is in
 * Linux.
 * Expected: the count is kept in every model, so none pays it too; full adds the preemption check.
 * Not measured: softirqs that were waiting; the run would take interrupts first and be refused.
 * Would mislead with interrupts off: Linux forbids that state for the enable; it is here to
 * complete the table.
 */
#include <bench/case.h>

#include <core/softirq.h>

#define bh_enable HOT_NAME(bh, _enable)

static __noinline void bh_enable(void)
{
	local_bh_enable_inline();
}

static __always_inline unsigned long bh_begin(void)
{
	local_bh_disable();
	return 0;
}

static __always_inline void bh_end(unsigned long unused)
{
	(void)unused;
	bh_enable();
}

HOT_LOOPS(bh, bh_end(bh_begin()))
HOT_CASE(bh, .flags = CASE_NESTS, .begin = bh_begin, .end = bh_end,
	 .nested_count = SOFTIRQ_DISABLE_OFFSET)
