// SPDX-License-Identifier: GPL-2.0-only
/*
 * spinlock - Question: what does an uncontended raw lock cost on top of the preemption section that
 * it contains?
 * One operation: spin_lock(), spin_unlock() of a lock that nobody else knows, in this CPU's cache.
 * Expected: the preempt row plus one atomic exchange with acquire and one store with release.
 * Not measured: contention, and the line coming from another CPU.
 * Would mislead if compared with Linux's slow path, a queue that this lock does not have.
 */
#include <bench/case.h>

#include "lonely_lock.h"

static struct lonely_lock inner, outer;

static __always_inline void spinlock_pair(void)
{
	spin_lock(&inner.lock);
	spin_unlock(&inner.lock);
}

static unsigned long spinlock_begin(void)
{
	spin_lock(&outer.lock);
	return 0;
}

static void spinlock_end(unsigned long unused)
{
	(void)unused;
	spin_unlock(&outer.lock);
}

HOT_LOOPS(spinlock, spinlock_pair())
HOT_CASE(spinlock, .flags = CASE_NESTS, .begin = spinlock_begin, .end = spinlock_end,
	 .nested_count = MODEL_HAS_COUNT ? PREEMPT_OFFSET : 0)
