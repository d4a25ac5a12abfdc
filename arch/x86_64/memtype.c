// SPDX-License-Identifier: GPL-2.0-only
/*
 * memtype - are the memory types the same on all CPUs, and is there a cache at work on each?
 *
 * The firmware sets the MTRRs, on each CPU by itself, and some forgets one (SDM vol. 3, 12.11.8:
 * they must be the same). Nothing is set right here: a CPU that differs is named in a line, and
 * what it measures can be judged by that. Order: the boot CPU first, before others start; it alone
 * writes what they are held to. In a virtual machine the host decides how memory is cached, and
 * some forget the registers with INIT, so nothing is said there. Left out: which memory a range
 * covers.
 */
#include <arch/irqflags.h>
#include <arch/services.h>
#include <arch/timer.h>

#include "x86.h"

#define CPUID_MTRR	(1u << 12) /* 1 edx */
#define CAP_NR_VARIABLE 0xff
#define CAP_FIXED	(1u << 8)
#define NR_VARIABLE_MAX 32u

/* A load from L1 takes some 5 cycles, an uncached one 200 and more. */
#define LOADS	    64
#define LOAD_TRIES  8
#define SLOW_FACTOR 20

struct memtype {
	u64 type;
	u64 fixed_sum; /* of 11 registers */
	u64 variable[2 * NR_VARIABLE_MAX];
	u64 load_ticks;
};

static const u32 fixed[] = { 0x250, 0x258, 0x259, 0x268, 0x269, 0x26a,
			     0x26b, 0x26c, 0x26d, 0x26e, 0x26f };

static struct memtype boot; /* the boot CPU's; written by it before the others start */

static u64 msr_or_zero(u32 msr)
{
	u64 v;

	return x86_rdmsr_safe(msr, &v) ? 0 : v;
}

static bool differs(u64 *boot_value, u64 value, u32 slot)
{
	if (!slot)
		*boot_value = value;
	return *boot_value != value;
}

static bool mtrrs_differ(u32 slot)
{
	u64 cap = msr_or_zero(MSR_MTRR_CAP), sum = 0;
	u64 nr = min_u64(cap & CAP_NR_VARIABLE, NR_VARIABLE_MAX);
	bool any = differs(&boot.type, msr_or_zero(MSR_MTRR_TYPE), slot);

	/* Rotated, so that two that change places show. */
	for (u32 i = 0; i < ARRAY_SIZE(fixed) && (cap & CAP_FIXED); i++)
		sum = (sum << 7 | sum >> 57) ^ msr_or_zero(fixed[i]);
	any |= differs(&boot.fixed_sum, sum, slot);
	for (u32 i = 0; i < 2 * nr; i++)
		any |= differs(&boot.variable[i], msr_or_zero(MSR_MTRR_VAR + i), slot);
	return any;
}

/* The fewest ticks that loads from one line take. */
static u64 load_ticks(void)
{
	u64 line = 0, best = UINT64_MAX;

	for (u32 try = 0; try < LOAD_TRIES; try++) {
		u64 start = arch_counter_read();

		for (u32 i = 0; i < LOADS; i++)
			(void)*(volatile u64 *)&line;
		best = min_u64(best, arch_counter_read() - start);
	}
	return best;
}

/* Each kind once: they start one after the other, and what one has all others may have. */
static void say_once(bool *said, const char *text)
{
	if (!*said)
		arch_warn(text);
	*said = true;
}

void x86_memtype_check(u32 slot)
{
	static bool said_type, said_slow;
	struct x86_cpuid leaf = x86_cpuid(1, 0);
	u64 ticks;

	if (leaf.ecx & CPUID_HYPERVISOR)
		return;
	ticks = load_ticks();
	if ((leaf.edx & CPUID_MTRR) && mtrrs_differ(slot))
		say_once(&said_type, "its memory types (MTRR) are not the boot CPU's");
	if (!slot)
		boot.load_ticks = ticks;
	else if (ticks > SLOW_FACTOR * max_u64(boot.load_ticks, 1))
		say_once(&said_slow,
			 "its loads are far slower than the boot CPU's: is its cache off?");
}
