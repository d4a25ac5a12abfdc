/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timer - the counter is the virtual one, at EL1 and EL2: reading the physical one traps or faults
 * under some hypervisors.
 *
 * Invariant: one instruction, in no order with its neighbours: for waits and timestamps, not for
 * measuring (measure.h).
 */
#ifndef ASM_TIMER_H
#define ASM_TIMER_H

#include <lib/types.h>

static __always_inline u64 arch_counter_read(void)
{
	u64 ticks;

	__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
}

#endif
