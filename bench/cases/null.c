// SPDX-License-Identifier: GPL-2.0-only
/*
 * null - Question: what does the method itself show when there is nothing to measure?
 * One operation: nothing; a compiler barrier.
 * Expected: 0 instructions; a time that differs from 0 by no more than the noise of every other
 * row.
 * Not measured: the loop and the two counter readings, which are the same for both blocks and fall
 * out of the difference.
 * Would mislead if it were subtracted from other rows: it is shown beside them.
 */
#include <bench/case.h>

HOT_LOOPS(null, barrier())
HOT_CASE(null, .flags = 0)
