/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock - time since boot, from the architecture's counter.
 *
 * Monotonic on one CPU; between CPUs as good as the hardware's promise, so nothing here compares
 * the times of two CPUs. Never used to measure a case: samples come from arch/measure.h. There is
 * no time of day.
 */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <arch/timer.h>
#include <lib/types.h>

#define NS_PER_MS 1000000ull
#define NS_PER_US 1000ull

/*
 * Boot CPU. Never fails: without a source clock_is_known() is false and times are guesses that are
 * too long.
 */
void clock_init(void);

bool clock_is_known(void);
const struct clock_desc *clock_desc(void);

/* Nanoseconds since clock_init(). Any context. */
u64 clock_ns(void);

/* Busy-wait. */
void clock_delay_ns(u64 ns);

#endif
