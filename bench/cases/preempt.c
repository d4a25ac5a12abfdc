// SPDX-License-Identifier: GPL-2.0-only
/*
 * preempt - Question: what does a section cost that keeps other threads out?
 * One operation: preempt_disable(), preempt_enable(), nothing between them.
 * Expected: nothing at all under none and voluntary. Under full an increment, a decrement and a
 * conditional jump on x86_64; on arm64 a load, add and store, then a load, subtract, store and the
 * test of the whole word with its second look.
 * Not measured: the call of the scheduler. A pending reschedule would make every enable take it;
 * the run is then refused.
 * Would mislead if read as the cost in real code: adjacent pairs on one address measure store
 * forwarding too.
 */
#include <bench/case.h>

#include <core/preempt.h>

static __always_inline unsigned long preempt_begin(void)
{
	preempt_disable();
	return 0;
}

static __always_inline void preempt_end(unsigned long unused)
{
	(void)unused;
	preempt_enable();
}

HOT_LOOPS(preempt, preempt_end(preempt_begin()))
HOT_CASE(preempt, .flags = CASE_NESTS, .begin = preempt_begin, .end = preempt_end,
	 .nested_count = MODEL_HAS_COUNT ? PREEMPT_OFFSET : 0)
