/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timer - the counter is the TSC.
 *
 * Invariant: one instruction, in no order with its neighbours: for waits and timestamps, not for
 * measuring (measure.h). Left out: what its ticks are worth (clock.c).
 */
#ifndef ASM_TIMER_H
#define ASM_TIMER_H

#include <lib/types.h>

static __always_inline u64 arch_counter_read(void)
{
	u32 low, high;

	__asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
	return (u64)high << 32 | low;
}

#endif
