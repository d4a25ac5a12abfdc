// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpu - this processor: what it is, how it waits, how the machine ends.
 *
 * Invariant: no interrupt is lost between the last look for work and the wait. Order: the vectors
 * are set before any of this runs (boot.S). Left out: features, which whoever needs one reads from
 * its ID register.
 */
#include <arch/console.h>
#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <arch/mmu.h>
#include <arch/percpu.h>
#include <arch/services.h>
#include <asm/sysreg.h>
#include <lib/fmt.h>

#include "arm64.h"
#include "platform.h"
#include "psci.h"

/* Semihosting: ADP_Stopped_ApplicationExit by SYS_EXIT_EXTENDED, which carries a code. */
#define SYS_EXIT_EXTENDED	     0x20ul
#define ADP_STOPPED_APPLICATION_EXIT 0x20026ul

#define MIDR_REVISION 0xfu /* p of rNpN; errata, not another core */

const char arch_name[] = "arm64";
const char arch_exit_debug_name[] = "semihost";

/* What all of the kernel takes from the boot CPU, which writes it first of all. */
static bool boot_at_el2;

void arch_cpu_init(u32 slot)
{
	if (!slot)
		boot_at_el2 = arm64_at_el2();
	/* boot.S has set the vectors. From here an SError is reported where it happens. */
	__asm__ __volatile__("msr daifclr, #4" : : : "memory");
}

const char *arm64_cpu_objection(void)
{
	if (arm64_at_el2() != boot_at_el2)
		return "it runs at another exception level than the boot CPU";
	if (arch_mmu_phys_limit() < arch_mapped_end())
		return "its physical addresses are too short for all that is mapped";
	return NULL;
}

void arch_cpu_idle(void)
{
	/*
	 * A pending interrupt ends the wait though it is masked, so none is lost between the two.
	 */
	dsb(sy);
	__asm__ __volatile__("wfi" : : : "memory");
	arch_local_irq_enable();
}

void arch_cpu_park(void)
{
	__asm__ __volatile__("msr daifset, #0xf" : : : "memory");
	for (;;)
		__asm__ __volatile__("wfi" : : : "memory");
}

/* An exclusive pair is in every Armv8. */
bool arch_percpu_has_cmpxchg_double(void)
{
	return true;
}

u64 arch_cpu_ident(void)
{
	return sysreg_read(midr_el1);
}

u64 arch_cpu_core_type(void)
{
	return arch_cpu_ident() & ~(u64)MIDR_REVISION;
}

static const char *core_name(u64 midr)
{
	u32 implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
	static const struct {
		u16 part;
		const char *name;
	} arm[] = {
		{ 0xd02, "Cortex-A34" },  { 0xd03, "Cortex-A53" },  { 0xd04, "Cortex-A35" },
		{ 0xd05, "Cortex-A55" },  { 0xd07, "Cortex-A57" },  { 0xd08, "Cortex-A72" },
		{ 0xd09, "Cortex-A73" },  { 0xd0a, "Cortex-A75" },  { 0xd0b, "Cortex-A76" },
		{ 0xd0c, "Neoverse-N1" }, { 0xd0d, "Cortex-A77" },  { 0xd0e, "Cortex-A76AE" },
		{ 0xd40, "Neoverse-V1" }, { 0xd41, "Cortex-A78" },  { 0xd42, "Cortex-A78AE" },
		{ 0xd44, "Cortex-X1" },	  { 0xd46, "Cortex-A510" }, { 0xd47, "Cortex-A710" },
		{ 0xd48, "Cortex-X2" },	  { 0xd49, "Neoverse-N2" }, { 0xd4a, "Neoverse-E1" },
		{ 0xd4b, "Cortex-A78C" }, { 0xd4d, "Cortex-A715" }, { 0xd4e, "Cortex-X3" },
		{ 0xd4f, "Neoverse-V2" }, { 0xd80, "Cortex-A520" }, { 0xd81, "Cortex-A720" },
		{ 0xd82, "Cortex-X4" },
	};

	for (u32 i = 0; implementer == 0x41 && i < ARRAY_SIZE(arm); i++)
		if (arm[i].part == part)
			return arm[i].name;
	return implementer == 0x00 ? "emulated" : "unknown core";
}

void arch_cpu_describe(char *buf, size_t bytes)
{
	u32 odd_rates = arm64_timer_odd_rates();
	u64 midr = arch_cpu_ident();
	size_t n;

	n = fmt_text(buf, bytes, "%s r%up%u, MIDR %08x, EL%u, tables: %s", core_name(midr),
		     (u32)(midr >> 20 & 0xf), (u32)(midr & 0xf), (u32)midr,
		     arm64_at_el2() ? 2u : 1u, arm64_platform()->source);
	if (odd_rates && n < bytes)
		fmt_text(buf + n, bytes - n, ", CNTFRQ differs on %u CPUs", odd_rates);
}

static void semihost_exit(u32 code)
{
	const u64 block[2] = { ADP_STOPPED_APPLICATION_EXIT, code };
	register u64 r0 __asm__("x0") = SYS_EXIT_EXTENDED;
	register const u64 *r1 __asm__("x1") = block;

	__asm__ __volatile__("hlt #0xf000" : "+r"(r0) : "r"(r1) : "memory");
}

/* The kernel has said all that it had to say, so this goes to the port alone. */
static void exit_failed(const char *what)
{
	const char *why = psci_objection();
	char line[128];
	int n = fmt_text(line, sizeof(line), "the machine does not %s: %s; do it by hand\n", what,
			 why ? why : "PSCI: the firmware came back");

	arch_console_write(line, (size_t)n);
}

void arch_exit(enum exit_method method, u32 code)
{
	switch (method) {
	case EXIT_HALT:
		break;
	case EXIT_DEBUG:
		semihost_exit(code);
		break;
	case EXIT_POWEROFF:
		psci_system_off();
		exit_failed("switch off");
		break;
	case EXIT_RESET:
		psci_system_reset();
		exit_failed("reset");
		break;
	}
	arch_cpu_park();
}
