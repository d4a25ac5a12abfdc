// SPDX-License-Identifier: GPL-2.0-only
/*
 * timer - the local APIC's timer, one-shot, divide by 1, so that it can fire between any two
 * instructions under icount.
 *
 * Its rate is measured once against the TSC by the boot CPU; all local APICs run from the same
 * clock.
 */
#include <arch/timer.h>

#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <lib/errno.h>

#include "x86.h"
#include "apic.h"

#define LVT_MASKED    (1u << 16)
#define DIVIDE_BY_1   0xbu
#define MEASURE_US    1000
#define COUNT_MAX     0xffffffffu
#define HZ_MIN	      1000000ull
#define HZ_MAX	      10000000000ull
#define NS_PER_SECOND 1000000000ull

static u64 timer_hz; /* 0: not usable. Written by the boot CPU before the others start. */

static u64 timer_measure(void)
{
	u64 cycles = x86_tsc_hz() / 1000000 * MEASURE_US, start, passed;
	u64 hz;
	u32 count;
	unsigned long flags;

	local_irq_save(flags);
	x86_apic_write(APIC_TIMER_INITIAL, COUNT_MAX);
	start = arch_counter_read();
	do {
		passed = arch_counter_read() - start;
	} while (passed < cycles);
	count = COUNT_MAX - x86_apic_read(APIC_TIMER_CURRENT);
	passed = arch_counter_read() - start;
	x86_apic_write(APIC_TIMER_INITIAL, 0);
	local_irq_restore(flags);
	hz = x86_mul_div(count, x86_tsc_hz(), passed);
	return hz >= HZ_MIN && hz <= HZ_MAX ? hz : 0;
}

int arch_timer_cpu_init(u32 slot)
{
	if (!x86_apic_present())
		return -ENODEV;
	x86_apic_write(APIC_TIMER_DIVIDE, DIVIDE_BY_1);
	x86_apic_write(APIC_LVT_TIMER, LVT_MASKED | X86_VECTOR_TIMER);
	if (!slot)
		timer_hz = timer_measure();
	if (!timer_hz)
		return -ENODEV;
	x86_apic_write(APIC_LVT_TIMER, X86_VECTOR_TIMER);
	return 0;
}

void arch_timer_arm(u64 ns)
{
	u64 seconds = ns / NS_PER_SECOND;
	u64 count = COUNT_MAX;

	/* Beyond 4 s it fires early, and the caller arms again. */
	if (seconds < 4)
		count = min_u64(ns * timer_hz / NS_PER_SECOND, COUNT_MAX);
	x86_apic_write(APIC_TIMER_INITIAL, count ? (u32)count : 1);
}

void arch_timer_stop(void)
{
	if (timer_hz)
		x86_apic_write(APIC_TIMER_INITIAL, 0);
}

u64 arch_timer_hz(void)
{
	return timer_hz;
}
