// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpu - each CPU's set-up, its name, how it waits, and how the machine ends.
 *
 * Invariant: after arch_cpu_init() a fault or a machine check on this CPU is reported on a stack
 * that is good, and lfence orders the counter, or it is known that it does not
 * (x86_lfence_is_ordered). Order: the tables come first, since all that follows may fault and be
 * repaired (fixup.c). Left out: microcode; how the power goes off (power.c), and all else about it.
 */
#include <arch/cpu.h>

#include <arch/console.h>
#include <arch/irqflags.h>
#include <arch/percpu.h>
#include <lib/string.h>

#include "x86.h"
#include "apic.h"

#define PORT_DEBUG_EXIT	  0xf4
#define CPUID_LEAF_HYBRID 0x1a
#define CPUID_MCE	  (1u << 7)  /* 1 edx */
#define CPUID_CX16	  (1u << 13) /* 1 ecx */
#define DE_CFG_LFENCE	  (1ull << 1)

#define CPUID_LFENCE_WAITS   (1u << 2)	/* 80000021 eax */
#define VENDOR_AUTHENTIC_AMD 0x68747541 /* "Auth" */
#define VENDOR_HYGON_GENUINE 0x6f677948 /* "Hygo" */

const char arch_name[] = "x86_64";
const char arch_exit_debug_name[] = "isa-debug";

static bool lfence_is_unordered; /* any CPU sets it, none clears it */

static bool cpu_is_amd_like(void)
{
	u32 vendor = x86_cpuid(0, 0).ebx;

	return vendor == VENDOR_AUTHENTIC_AMD || vendor == VENDOR_HYGON_GENUINE;
}

/*
 * Makes lfence wait for earlier instructions on AMD, and looks whether it does: a hypervisor may
 * drop the write. Families without the register, and CPUs that say so, always wait.
 */
static void cpu_order_lfence(void)
{
	u64 v;

	if (!cpu_is_amd_like() || (x86_cpuid(0x80000021, 0).eax & CPUID_LFENCE_WAITS) ||
	    x86_rdmsr_safe(MSR_AMD_DE_CFG, &v))
		return;
	x86_wrmsr_safe(MSR_AMD_DE_CFG, v | DE_CFG_LFENCE);
	if (x86_rdmsr_safe(MSR_AMD_DE_CFG, &v) || !(v & DE_CFG_LFENCE))
		WRITE_ONCE(lfence_is_unordered, true);
}

bool x86_lfence_is_ordered(void)
{
	return !READ_ONCE(lfence_is_unordered);
}

/* A machine check becomes a report; without this it shuts the machine down. */
static void cpu_take_machine_checks(void)
{
	if (x86_cpuid(1, 0).edx & CPUID_MCE)
		x86_write_cr4(x86_read_cr4() | CR4_MCE);
}

void arch_cpu_init(u32 slot)
{
	x86_gdt_init(slot);
	x86_apic_read_mode();
	cpu_take_machine_checks();
	cpu_order_lfence();
	x86_clock_check_adjust(slot);
	x86_memtype_check(slot);
}

void arch_cpu_idle(void)
{
	/* sti holds interrupts off for one more instruction: none can slip in before hlt. */
	__asm__ __volatile__("sti\n\thlt" : : : "memory");
}

void arch_cpu_park(void)
{
	for (;;)
		__asm__ __volatile__("cli\n\thlt" : : : "memory");
}

bool arch_percpu_has_cmpxchg_double(void)
{
	return x86_cpuid(1, 0).ecx & CPUID_CX16;
}

u64 arch_cpu_ident(void)
{
	return x86_cpuid(1, 0).eax;
}

/* Hybrid parts give one signature to all of their cores. */
u64 arch_cpu_core_type(void)
{
	u64 kind = 0;

	if (x86_cpuid(0, 0).eax >= CPUID_LEAF_HYBRID)
		kind = x86_cpuid(CPUID_LEAF_HYBRID, 0).eax >> 24;
	return kind << 32 | arch_cpu_ident();
}

void arch_cpu_describe(char *buf, size_t bytes)
{
	u32 words[13] = { 0 };
	char *name = (char *)words;

	for (u32 i = 0; i < 3; i++) {
		struct x86_cpuid r = x86_cpuid(0x80000002 + i, 0);

		memcpy(words + 4 * i, &r, sizeof(r));
	}
	while (*name == ' ')
		name++;
	string_copy(buf, *name ? name : "unnamed x86_64", bytes);
}

static void say(const char *line)
{
	arch_console_write(line, strlen(line));
}

/* The others stop first: a reset or a loss of power must not find one in the middle of a write. */
void arch_exit(enum exit_method method, u32 code)
{
	local_irq_disable();
	if (method == EXIT_DEBUG)
		x86_out32(PORT_DEBUG_EXIT, code);
	if (method == EXIT_POWEROFF || method == EXIT_RESET)
		x86_apic_stop_others();
	if (method == EXIT_POWEROFF) {
		x86_power_off();
		say("this machine cannot be switched off from here; halted\n");
	}
	if (method == EXIT_RESET)
		x86_power_reset();
	arch_cpu_park();
}
