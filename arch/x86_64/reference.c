// SPDX-License-Identifier: GPL-2.0-only
/*
 * reference - the TSC's rate by counters of a known one: the ACPI PM timer, the HPET, the 8254.
 *
 * Invariant: each answers in bounded time, whatever the counter does; 0 is "cannot tell". Any of
 * them may be absent, stopped or wrong: waits are bounded in ticks of the TSC and in iterations.
 * Order: boot CPU, interrupts masked, memory mapped. Left out: which of them to believe (clock.c).
 */
#include <arch/timer.h>

#include <arch/services.h>

#include "x86.h"

/* A fast TSC's ticks in a microsecond, and four times over: a reference that is late is no good. */
#define TSC_PER_US_MAX (4 * 10000ull)
#define READS_MAX      20000000u
#define BRACKET_TRIES  5

#define PM_TIMER_HZ	 3579545
#define PIT_HZ		 1193182
#define PIT_CHANNEL2	 0x42
#define PIT_COMMAND	 0x43
#define PIT_GATE	 0x61
#define HPET_BYTES	 1024
#define HPET_PERIOD_MAX	 100000000ull /* femtoseconds, by its specification */
#define FEMTO_PER_SECOND 1000000000000000ull

u64 x86_reference_read(const struct x86_reference *ref, u64 *tsc)
{
	u64 best = UINT64_MAX, value = 0;

	for (u32 i = 0; i < BRACKET_TRIES; i++) {
		u64 before = arch_counter_read();
		u64 now = ref->read(ref);
		u64 width = arch_counter_read() - before;

		if (width < best) {
			best = width;
			value = now;
			*tsc = before + width / 2;
		}
	}
	return value;
}

/* 0: the reference stands still, or is so narrow that it may have wrapped. */
static u64 measure_against(const struct x86_reference *ref, u32 us)
{
	u64 wanted = ref->hz * us / 1000000, tsc_max = us * TSC_PER_US_MAX;
	u64 tsc0, tsc1, ref0, passed;
	u32 reads = 0;

	ref0 = x86_reference_read(ref, &tsc0);
	do {
		passed = (ref->read(ref) - ref0) & ref->mask;
	} while (passed < wanted && arch_counter_read() - tsc0 < tsc_max && ++reads < READS_MAX);
	if (passed < wanted)
		return 0;
	/* Read once more, so asked once more: a narrow counter may have wrapped since. */
	passed = (x86_reference_read(ref, &tsc1) - ref0) & ref->mask;
	if (passed < wanted)
		return 0;
	return x86_mul_div(tsc1 - tsc0, ref->hz, passed);
}

static u64 port_read(const struct x86_reference *ref)
{
	return x86_in32(ref->port);
}

u64 x86_pm_timer_tsc_hz(u32 us)
{
	struct x86_reference ref = { .read = port_read, .hz = PM_TIMER_HZ };
	struct acpi_fadt fadt;
	struct acpi_table table;
	struct acpi acpi;

	if (!x86_acpi(&acpi) || !acpi_find(&acpi, "FACP", 0, &table) ||
	    !acpi_fadt_read(&table, &fadt))
		return 0;
	if (!fadt.pm_timer.address || fadt.pm_timer.address > 0xffff ||
	    fadt.pm_timer.space != ACPI_SPACE_IO)
		return 0;
	ref.port = (u16)fadt.pm_timer.address;
	ref.mask = fadt.pm_timer_is_32bit ? 0xffffffff : 0xffffff;
	return measure_against(&ref, us);
}

static u64 hpet_read(const struct x86_reference *ref)
{
	return ref->regs[0xf0 / 4];
}

u64 x86_hpet_tsc_hz(u32 us)
{
	struct x86_reference ref = { .read = hpet_read, .mask = 0xffffffff };
	struct acpi_hpet hpet;
	struct acpi_table table;
	struct acpi acpi;
	u64 period;

	if (!x86_acpi(&acpi) || !acpi_find(&acpi, "HPET", 0, &table) ||
	    !acpi_hpet_read(&table, &hpet))
		return 0;
	ref.regs = arch_map_device(hpet.base, HPET_BYTES);
	if (!ref.regs)
		return 0;
	period = ref.regs[1];
	if (!period || period > HPET_PERIOD_MAX)
		return 0;
	ref.hz = FEMTO_PER_SECOND / period;
	ref.regs[0x10 / 4] |= 1; /* firmware may have left it stopped */
	return measure_against(&ref, us);
}

/* Latch, then two bytes. It counts down. */
static u64 pit_read(const struct x86_reference *ref)
{
	u32 low, high;

	(void)ref;
	x86_out8(PIT_COMMAND, 0x80);
	low = x86_in8(PIT_CHANNEL2);
	high = x86_in8(PIT_CHANNEL2);
	return 0xffff - (high << 8 | low);
}

u64 x86_pit_tsc_hz(u32 us)
{
	const struct x86_reference ref = { .read = pit_read, .hz = PIT_HZ, .mask = 0xffff };

	x86_out8(PIT_GATE, (u8)((x86_in8(PIT_GATE) & ~2u) | 1)); /* gate on, speaker off */
	x86_out8(PIT_COMMAND, 0xb0);				 /* channel 2, both bytes, mode 0 */
	x86_out8(PIT_CHANNEL2, 0xff);
	x86_out8(PIT_CHANNEL2, 0xff);
	return measure_against(&ref, us);
}
