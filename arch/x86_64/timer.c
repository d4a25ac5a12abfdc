// SPDX-License-Identifier: GPL-2.0-only
/*
 * timer - the local APIC's timer, one-shot, divide by 1, so that it can fire between any two
 * instructions under icount.
 *
 * Invariant: at most one request stands on each CPU, and what is too long for the counter fires
 * early. Its rate is measured once against the TSC; all local APICs run from the same clock. Order:
 * the boot CPU measures before others start; afterwards each CPU touches its own timer only,
 * interrupts masked or not. Left out: the TSC-deadline mode, which many machines have and QEMU's
 * TCG does not.
 */
#include <arch/timer.h>

#include <arch/cpu.h>
#include <arch/ipi.h>
#include <arch/irqflags.h>
#include <lib/errno.h>

#include "x86.h"
#include "apic.h"

#define DIVIDE_BY_1 0xbu
#define MEASURE_US  1000
#define COUNT_MAX   0xffffffffu
#define ARM_NS_MAX  (4 * NS_PER_SECOND * 1000) /* nearly COUNT_MAX at HZ_MIN */
#define HZ_MIN	    1000000ull
#define HZ_MAX	    10000000000ull

static u64 timer_hz; /* 0: not usable. Written by the boot CPU before the others start. */

/* It counts down, from COUNT_MAX here. */
static u64 timer_passed(const struct x86_reference *unused)
{
	(void)unused;
	return COUNT_MAX - x86_apic_read(APIC_TIMER_CURRENT);
}

static u64 timer_measure(void)
{
	const struct x86_reference timer = { .read = timer_passed };
	u64 ticks = x86_tsc_hz() / 1000000 * MEASURE_US, tsc0, tsc1, count, hz;
	unsigned long flags;

	local_irq_save(flags);
	x86_apic_write(APIC_TIMER_INITIAL, COUNT_MAX);
	count = x86_reference_read(&timer, &tsc0);
	while (arch_counter_read() - tsc0 < ticks)
		cpu_relax();
	count = x86_reference_read(&timer, &tsc1) - count;
	x86_apic_write(APIC_TIMER_INITIAL, 0);
	local_irq_restore(flags);
	hz = x86_mul_div(count, x86_tsc_hz(), tsc1 - tsc0);
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
	/* What does not fit fires early, and the caller arms again; the bound keeps it in range. */
	u64 count = x86_mul_div(min_u64(ns, ARM_NS_MAX), timer_hz, NS_PER_SECOND);

	count = min_u64(count, COUNT_MAX);
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
