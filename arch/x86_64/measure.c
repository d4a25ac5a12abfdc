// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure - the TSC is the only counter: it counts instructions under icount, ticks of a constant
 * rate, which are not the core's cycles, everywhere else. And where we are: hardware, emulator or
 * hypervisor.
 *
 * Invariant: nothing is called hardware that has any sign of being something else. Order: any CPU,
 * once all have started, since one whose lfence orders nothing spoils the time of all. Left out:
 * the PMU, which a hypervisor may not give and QEMU does not have.
 */
#include <arch/measure.h>

#include <arch/irqflags.h>
#include <arch/primitives.h>
#include <arch/timer.h>
#include <lib/string.h>

#include "x86.h"

const char arch_measure_time_unit[] = "ticks";
const char arch_measure_insn_name[] = "tsc";
const char arch_measure_time_name[] = "tsc";
const char arch_measure_order_name[] = "lfence";

#define CPUID_TRIES	 16
#define CPUID_NATIVE_MAX 1000 /* cycles; 100 to 300 on real CPUs, over 1000 when it exits */

/* The TSC is always there; whether it counts instructions shows in the self-test. */
bool arch_measure_init(bool want_insn)
{
	(void)want_insn;
	return true;
}

/* One block, so that nothing but the nops differs. 32 bits of the counter do for this distance. */
#define MEASURE_NOPS(n)                                                 \
	({                                                              \
		u32 start, stop;                                        \
		__asm__ __volatile__("lfence\n\trdtsc\n\tlfence\n\t"    \
				     "mov %%eax, %0\n\t"                \
				     ".rept " #n "\n\tnop\n\t.endr\n\t" \
				     "lfence\n\trdtsc\n\tlfence"        \
				     : "=&r"(start), "=&a"(stop)        \
				     :                                  \
				     : "rdx", "memory");                \
		(u64)(stop - start);                                    \
	})

u64 arch_measure_nops(u32 count)
{
	switch (count) {
	case 0:
		return MEASURE_NOPS(0);
	case 1:
		return MEASURE_NOPS(1);
	case 10:
		return MEASURE_NOPS(10);
	default:
		return MEASURE_NOPS(100);
	}
}

static enum env env_by_signature(const struct x86_cpuid *leaf)
{
	static const struct {
		const char *signature;
		enum env env;
	} known[] = { { "TCGTCGTCGTCG", ENV_TCG }, { "KVMKVMKVM", ENV_KVM } };
	char signature[13] = { 0 };

	memcpy(signature, &leaf->ebx, 4);
	memcpy(signature + 4, &leaf->ecx, 4);
	memcpy(signature + 8, &leaf->edx, 4);
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(signature, known[i].signature))
			return known[i].env;
	return ENV_UNKNOWN;
}

static u64 cpuid_cycles(void)
{
	u64 best = UINT64_MAX;
	unsigned long flags;

	local_irq_save(flags);
	for (u32 i = 0; i < CPUID_TRIES; i++) {
		u64 start = arch_measure_start();

		x86_cpuid(0, 0);
		best = min_u64(best, arch_measure_stop() - start);
	}
	local_irq_restore(flags);
	return best / 2; /* x86_cpuid() executes it twice */
}

/* Makers of virtual machines sign their tables. */
static bool is_virtual_oem(void)
{
	static const char *const oems[] = { "BOCHS ", "QEMU",	"VBOX",	 "VMWARE",
					    "Xen",    "AMAZON", "Google" };
	struct acpi acpi;

	if (!x86_acpi(&acpi))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(oems); i++)
		if (string_starts(acpi.oem_id, oems[i]))
			return true;
	return false;
}

/* A hypervisor's signatures lie 256 apart; one may pose as another and keep its own further up. */
enum env arch_env_detect(void)
{
	if (x86_cpuid(1, 0).ecx & CPUID_HYPERVISOR) {
		for (u32 leaf = 0x40000000; leaf <= 0x40000400; leaf += 0x100) {
			struct x86_cpuid r = x86_cpuid(leaf, 0);
			enum env env = env_by_signature(&r);

			if (env != ENV_UNKNOWN)
				return env;
		}
		return ENV_HYPERVISOR;
	}
	/*
	 * The bit may be hidden. Only a machine that behaves and signs like one is called hardware.
	 */
	return is_virtual_oem() || cpuid_cycles() > CPUID_NATIVE_MAX ? ENV_UNKNOWN : ENV_HARDWARE;
}

/* TCG executes in order, whatever the CPU that it shows would do. */
const char *arch_measure_refusal(void)
{
	if (x86_lfence_is_ordered() || arch_env_detect() == ENV_TCG)
		return NULL;
	return "lfence does not wait for earlier instructions, so a time read behind it is not one";
}

const char *arch_primitive_refusal(const char *name)
{
	(void)name;
	return NULL;
}
