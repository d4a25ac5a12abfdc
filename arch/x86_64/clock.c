// SPDX-License-Identifier: GPL-2.0-only
/*
 * clock - how fast the TSC runs, and whether its rate and its CPUs can be trusted to stay together.
 *
 * Invariant: a rate that is used was told by two sources within 1 %, or by the only one there is.
 * Asked in this order: the hypervisor, CPUID 15h, then counters (reference.c): the ACPI PM timer,
 * the HPET, the 8254. Order: boot CPU, before others start. Left out: CPUID 16h, the advertised
 * rate, up to 1 % off (SDM vol. 3, 19.7.3); setting anything right: TSC_ADJUST is read only.
 */
#include <arch/timer.h>

#include <arch/irqflags.h>
#include <arch/services.h>

#include "x86.h"

#define HZ_MIN 100000000ull
#define HZ_MAX 10000000000ull
/* Without a source: too fast rather than too slow, so that waits are long enough. */
#define HZ_GUESS 5000000000ull
/* For 0.1 % and better; and what a comparison to 1 % takes. */
#define MEASURE_US 4000
#define CHECK_US   1000

#define CPUID_HYPERVISOR (1u << 31) /* 1 ecx */
#define CPUID_TSC_ADJUST (1u << 1)  /* 7 ebx */
#define CPUID_INVARIANT	 (1u << 8)  /* 80000007 edx */

struct source {
	const char *name;
	u64 (*hz)(u32 us); /* 0: cannot tell; those that measure take about @us */
};

static u64 tsc_hz;
static u64 boot_adjust;	    /* the boot CPU's, before the others start */
static bool adjusts_differ; /* any CPU sets it, none clears it */

u64 x86_tsc_hz(void)
{
	return tsc_hz ? tsc_hz : HZ_GUESS;
}

static bool is_plausible(u64 hz)
{
	return hz >= HZ_MIN && hz <= HZ_MAX;
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

static const struct source sources[] = {
	{ "hypervisor", hypervisor_hz },    { "cpuid-15", cpuid_15_hz },
	{ "pmtimer", x86_pm_timer_tsc_hz }, { "hpet", x86_hpet_tsc_hz },
	{ "pit", x86_pit_tsc_hz },
};

static bool rates_agree(u64 a, u64 b)
{
	return max_u64(a, b) - min_u64(a, b) <= min_u64(a, b) / 100;
}

/* One of the earlier rates that says the same as the last one; @nr - 1 if none does. */
static u32 rate_confirmed(const u64 *rates, u32 nr)
{
	u32 i = 0;

	while (!rates_agree(rates[i], rates[nr - 1]))
		i++;
	return i;
}

/*
 * Ask one after the other until one says what an earlier one said: that one counts. A single source
 * counts unchecked, several that contradict each other do not. Returns how many answered.
 */
static u32 clock_choose(struct clock_desc *out, u32 check_us)
{
	u64 rates[ARRAY_SIZE(sources)];
	const char *names[ARRAY_SIZE(sources)];
	u32 nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
		u64 hz = sources[i].hz(nr ? check_us : MEASURE_US);
		u32 agreed;

		if (!is_plausible(hz))
			continue;
		rates[nr] = hz;
		names[nr] = sources[i].name;
		agreed = rate_confirmed(rates, ++nr);
		if (agreed == nr - 1)
			continue;
		*out = (struct clock_desc){ .counter_hz = rates[agreed],
					    .source = names[agreed],
					    .checked_by = names[nr - 1] };
		return nr;
	}
	*out = (struct clock_desc){ .source = nr ? "conflict" : "none", .checked_by = "none" };
	if (nr == 1) {
		out->counter_hz = rates[0];
		out->source = names[0];
	}
	return nr;
}

/* Asked twice if they contradict each other: a host may have stopped us inside a reading. */
void arch_clock_init(struct clock_desc *out)
{
	unsigned long flags;

	local_irq_save(flags);
	if (clock_choose(out, CHECK_US) > 1 && !out->counter_hz)
		clock_choose(out, MEASURE_US);
	local_irq_restore(flags);
	out->counter = "tsc";
	out->guess_hz = HZ_GUESS;
	out->invariant = x86_cpuid(0x80000007, 0).edx & CPUID_INVARIANT;
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
