// SPDX-License-Identifier: GPL-2.0-only
/*
 * clock - how fast the TSC runs, and whether its rate and its CPUs can be trusted to stay together.
 *
 * Invariant: a rate that is used was told by two sources within 1 %, or by the only one there is
 * (lib/rates). Asked in this order: the hypervisor, CPUID 15h, then counters (reference.c): the
 * ACPI PM timer, the HPET, the 8254. Order: boot CPU, before others start. Left out: CPUID 16h, the
 * advertised rate, up to 1 % off (SDM vol. 3, 19.7.3); setting anything right: TSC_ADJUST is read
 * only.
 */
#include <arch/timer.h>

#include <arch/irqflags.h>
#include <lib/rates.h>

#include "x86.h"

#define HZ_MIN 100000000ull
#define HZ_MAX 10000000000ull
/* Without a source: too fast rather than too slow, so that waits are long enough. */
#define HZ_GUESS 5000000000ull
/* For 0.1 % and better; and what a comparison to 1 % takes. */
#define MEASURE_US 4000
#define CHECK_US   1000

#define CPUID_TSC_ADJUST (1u << 1) /* 7 ebx */
#define CPUID_INVARIANT	 (1u << 8) /* 80000007 edx */

static u64 tsc_hz;
static u64 boot_adjust;	    /* the boot CPU's, before the others start */
static bool adjusts_differ; /* any CPU sets it, none clears it */

u64 x86_tsc_hz(void)
{
	return tsc_hz ? tsc_hz : HZ_GUESS;
}

static u64 hypervisor_hz(u32 us)
{
	u64 hz = 0;

	(void)us;
	if ((x86_cpuid(1, 0).ecx & CPUID_HYPERVISOR) && x86_cpuid(0x40000000, 0).eax >= 0x40000010)
		hz = x86_cpuid(0x40000010, 0).eax * 1000ull;
	return hz;
}

static u64 cpuid_15_hz(u32 us)
{
	struct x86_cpuid r = x86_cpuid(0x15, 0);

	(void)us;
	return r.eax ? (u64)r.ecx * r.ebx / r.eax : 0;
}

static const struct rate_source sources[] = {
	{ "hypervisor", hypervisor_hz },    { "cpuid-15", cpuid_15_hz },
	{ "pmtimer", x86_pm_timer_tsc_hz }, { "hpet", x86_hpet_tsc_hz },
	{ "pit", x86_pit_tsc_hz },
};

static struct rate_choice clock_choose(u32 check_us)
{
	return rates_choose(sources, ARRAY_SIZE(sources), MEASURE_US, check_us, HZ_MIN, HZ_MAX);
}

/* Asked twice if they contradict each other: a host may have stopped us inside a reading. */
void arch_clock_init(struct clock_desc *out)
{
	struct rate_choice choice;
	unsigned long flags;

	local_irq_save(flags);
	choice = clock_choose(CHECK_US);
	if (choice.nr_answers > 1 && !choice.hz)
		choice = clock_choose(MEASURE_US);
	local_irq_restore(flags);
	*out = (struct clock_desc){
		.counter_hz = choice.hz,
		.source = choice.source,
		.checked_by = choice.checked_by,
		.counter = "tsc",
		.guess_hz = HZ_GUESS,
		.invariant = x86_cpuid(0x80000007, 0).edx & CPUID_INVARIANT,
	};
	tsc_hz = out->counter_hz;
}

/* The offset that software gave this CPU's TSC; the boot CPU's is what the others are held to. */
void x86_clock_check_adjust(u32 slot)
{
	u64 adjust;

	if (!(x86_cpuid(7, 0).ebx & CPUID_TSC_ADJUST) || x86_rdmsr_safe(MSR_TSC_ADJUST, &adjust))
		return;
	if (!slot)
		boot_adjust = adjust;
	else if (adjust != boot_adjust)
		WRITE_ONCE(adjusts_differ, true);
}

bool arch_clock_is_uniform(void)
{
	return !READ_ONCE(adjusts_differ);
}
