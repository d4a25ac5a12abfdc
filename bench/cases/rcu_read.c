// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu_read - Question: what does a reader pay to be seen by a grace period?
 * One operation: rcu_read_lock(), rcu_read_unlock(), nothing between them.
 * Expected: nothing under none and voluntary. Under full the nesting in the thread goes up and
 * down, and the outermost end looks whether the reader was preempted. Inline here; a call each in
 * Linux (docs/fidelity.md).
 * Not measured: the grace period.
 * Would mislead if a section were preempted: the run counts switches and is refused.
 */
#include <bench/case.h>

#include <sched/rcu.h>

static __always_inline unsigned long rcu_read_begin(void)
{
	rcu_read_lock();
	return 0;
}

static __always_inline void rcu_read_end(unsigned long unused)
{
	(void)unused;
	rcu_read_unlock();
}

HOT_LOOPS(rcu_read, rcu_read_end(rcu_read_begin()))
HOT_CASE(rcu_read, .flags = CASE_NESTS, .begin = rcu_read_begin, .end = rcu_read_end,
	 .nested_readers = MODEL_HAS_COUNT)
