// SPDX-License-Identifier: GPL-2.0-only
/*
 * clock - how fast the TSC runs. Asked in this order: the hypervisor, CPUID 15h, then measured
 * against the ACPI PM timer, the HPET and the 8254. CPUID 16h is not asked: it is the advertised
 * rate, up to 1 % off (measurement.md 1.3).
 *
 * Any of them may be absent, stopped or lie: every wait is bounded in TSC cycles and iterations, a
 * result out of range is refused and the next source tried.
 */
#include <arch/timer.h>

#include <arch/irqflags.h>
#include <arch/services.h>

#include "x86.h"

#define HZ_MIN 100000000ull
#define HZ_MAX 10000000000ull
/* Without a source: too fast rather than too slow, so that waits are long enough. */
#define HZ_GUESS      5000000000ull
#define MEASURE_US    4000
#define CYCLES_MAX    (HZ_MAX / 1000000 * MEASURE_US * 4)
#define READS_MAX     20000000u
#define BRACKET_TRIES 5

#define PM_TIMER_HZ	 3579545
#define PIT_HZ		 1193182
#define PIT_CHANNEL2	 0x42
#define PIT_COMMAND	 0x43
#define PIT_GATE	 0x61
#define HPET_BYTES	 1024
#define HPET_PERIOD_MAX	 100000000ull /* femtoseconds, by its specification */
#define FEMTO_PER_SECOND 1000000000000000ull

/* A counter of known rate; counts up and wraps at @mask. */
struct reference {
	u64 (*read)(const struct reference *self);
	u64 hz;
	u64 mask;
	u16 port;
	volatile u32 *regs;
};

static u64 tsc_hz;

u64 x86_tsc_hz(void)
{
	return tsc_hz ? tsc_hz : HZ_GUESS;
}

static bool is_plausible(u64 hz)
{
	return hz >= HZ_MIN && hz <= HZ_MAX;
}

/*
 * Both counters at about the same moment: of several readings the one with the narrowest bracket.
 */
static u64 read_pair(const struct reference *ref, u64 *tsc)
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

/* 0: the reference stands still or the result is out of range. */
static u64 measure_against(const struct reference *ref)
{
	u64 wanted = ref->hz * MEASURE_US / 1000000, tsc0, tsc1, ref0, passed, hz;
	u32 reads = 0;

	ref0 = read_pair(ref, &tsc0);
	do {
		passed = (ref->read(ref) - ref0) & ref->mask;
	} while (passed < wanted && arch_counter_read() - tsc0 < CYCLES_MAX && ++reads < READS_MAX);
	if (passed < wanted)
		return 0;
	passed = (read_pair(ref, &tsc1) - ref0) & ref->mask;
	hz = x86_mul_div(tsc1 - tsc0, ref->hz, passed);
	return is_plausible(hz) ? hz : 0;
}

static u64 port_read(const struct reference *ref)
{
	return x86_in32(ref->port);
}

static u64 pm_timer_hz(void)
{
	struct reference ref = { .read = port_read, .hz = PM_TIMER_HZ };
	struct acpi_fadt fadt;
	struct acpi_table table;
	struct acpi acpi;

	if (!x86_acpi(&acpi) || !acpi_find(&acpi, "FACP", 0, &table) ||
	    !acpi_fadt_read(&table, &fadt))
		return 0;
	if (!fadt.pm_timer.address || fadt.pm_timer.space != ACPI_SPACE_IO)
		return 0;
	ref.port = (u16)fadt.pm_timer.address;
	ref.mask = fadt.pm_timer_is_32bit ? 0xffffffff : 0xffffff;
	return measure_against(&ref);
}

static u64 hpet_read(const struct reference *ref)
{
	return ref->regs[0xf0 / 4];
}

static u64 hpet_hz(void)
{
	struct reference ref = { .read = hpet_read, .mask = 0xffffffff };
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
	return measure_against(&ref);
}

/* Latch, then two bytes. It counts down. */
static u64 pit_read(const struct reference *ref)
{
	u32 low, high;

	(void)ref;
	x86_out8(PIT_COMMAND, 0x80);
	low = x86_in8(PIT_CHANNEL2);
	high = x86_in8(PIT_CHANNEL2);
	return 0xffff - (high << 8 | low);
}

static u64 pit_hz(void)
{
	const struct reference ref = { .read = pit_read, .hz = PIT_HZ, .mask = 0xffff };

	x86_out8(PIT_GATE, (u8)((x86_in8(PIT_GATE) & ~2u) | 1)); /* gate on, speaker off */
	x86_out8(PIT_COMMAND, 0xb0);				 /* channel 2, both bytes, mode 0 */
	x86_out8(PIT_CHANNEL2, 0xff);
	x86_out8(PIT_CHANNEL2, 0xff);
	return measure_against(&ref);
}

static u64 hypervisor_hz(void)
{
	u64 hz = 0;

	if ((x86_cpuid(1, 0).ecx & (1u << 31)) && x86_cpuid(0x40000000, 0).eax >= 0x40000010)
		hz = x86_cpuid(0x40000010, 0).eax * 1000ull;
	return is_plausible(hz) ? hz : 0;
}

static u64 cpuid_15_hz(void)
{
	struct x86_cpuid r = x86_cpuid(0x15, 0);
	u64 hz = r.eax ? (u64)r.ecx * r.ebx / r.eax : 0;

	return is_plausible(hz) ? hz : 0;
}

void arch_clock_init(struct clock_desc *out)
{
	static const struct {
		const char *name;
		u64 (*hz)(void);
	} sources[] = {
		{ "hypervisor", hypervisor_hz },
		{ "cpuid-15", cpuid_15_hz },
		{ "pmtimer", pm_timer_hz },
		{ "hpet", hpet_hz },
		{ "pit", pit_hz },
	};
	unsigned long flags;

	out->counter = "tsc";
	out->guess_hz = HZ_GUESS;
	out->source = "none";
	local_irq_save(flags);
	for (size_t i = 0; i < ARRAY_SIZE(sources) && !tsc_hz; i++) {
		tsc_hz = sources[i].hz();
		if (tsc_hz)
			out->source = sources[i].name;
	}
	local_irq_restore(flags);
	out->counter_hz = tsc_hz;
}
