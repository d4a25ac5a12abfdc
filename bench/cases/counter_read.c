// SPDX-License-Identifier: GPL-2.0-only
/*
 * counter_read - Question: what does it cost to look at the clock here?
 * One operation: one unordered read of the time counter, result thrown away.
 * Expected: rdtsc with its two registers, or one mrs. Far more than its instructions where a
 * hypervisor traps it.
 * Not measured: the fences around a sample's own readings.
 * Would mislead if it were taken for the resolution of the counter.
 */
#include <bench/case.h>

#include <arch/timer.h>

HOT_LOOPS(counter_read, arch_counter_read())
HOT_CASE(counter_read, .flags = 0)
