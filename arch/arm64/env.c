// SPDX-License-Identifier: GPL-2.0-only
/*
 * env - hardware, a virtual machine or an emulator, by what the machine does and says.
 *
 * Invariant: there is no instruction to ask on this architecture, so whoever is in doubt says
 * unknown; nothing is called hardware that names an emulator. Order: once, after the platform was
 * read; uses the PMU's cycle counter and leaves it off. Left out: hypervisors' own names but KVM's.
 */
#include <arch/measure.h>
#include <asm/sysreg.h>

#include "platform.h"
#include "psci.h"

#define PMCR_ENABLE    (1u << 0)
#define PMCR_RESET_CYC (1u << 2)
#define PMCR_LONG      (1u << 6)
#define PMCNTEN_CYCLES (1u << 31)
#define PMCCFILTR_NSH  (1u << 27)

/* QEMU's TCG has a cycle counter of exactly this rate, whatever the processor. */
#define TCG_CYCLES_HZ 1000000000ul
/* A look that the host interrupts says nothing, and a busy host interrupts many. */
#define LOOKS	    16
#define LOOKS_PER_S 1000ul

/* Cycles while the counter advances by *ticks or somewhat more, which is put there. */
static u64 cycles_for(u64 *ticks)
{
	u64 t0, t1, c0, c1;

	sysreg_write(pmccfiltr_el0, PMCCFILTR_NSH);
	sysreg_write(pmcr_el0, PMCR_ENABLE | PMCR_RESET_CYC | PMCR_LONG);
	sysreg_write(pmcntenset_el0, PMCNTEN_CYCLES);
	isb();
	t0 = sysreg_read(cntvct_el0);
	c0 = sysreg_read(pmccntr_el0);
	do {
		isb();
		t1 = sysreg_read(cntvct_el0);
		c1 = sysreg_read(pmccntr_el0);
	} while (t1 - t0 < *ticks);
	sysreg_write(pmcntenclr_el0, PMCNTEN_CYCLES);
	*ticks = t1 - t0;
	return c1 - c0;
}

/* The ratio of the two counters, compared without a division: within one in a hundred. */
static bool look_is_tcg(u64 hz)
{
	u64 ticks = hz / LOOKS_PER_S;
	u64 cycles = cycles_for(&ticks);
	u64 want = ticks * TCG_CYCLES_HZ / hz;

	return cycles > want - want / 100 && cycles < want + want / 100;
}

static bool cycles_are_tcg(void)
{
	u32 version = id_field(sysreg_read(id_aa64dfr0_el1), 8);
	u64 hz = sysreg_read(cntfrq_el0) & 0xffffffff;

	if (!version || version == 0xf || hz < LOOKS_PER_S)
		return false;
	for (u32 i = 0; i < LOOKS; i++)
		if (look_is_tcg(hz))
			return true;
	return false;
}

enum env arch_env_detect(void)
{
	const struct arm64_platform *p = arm64_platform();

	if (psci_is_kvm())
		return ENV_KVM;
	if (p->names_emulator && cycles_are_tcg())
		return ENV_TCG;
	if (p->names_hypervisor)
		return ENV_HYPERVISOR;
	/*
	 * At EL2 there is room for a hypervisor below us only where it nests, which none does
	 * without saying so.
	 */
	if (!p->names_emulator && arm64_at_el2())
		return ENV_HARDWARE;
	return ENV_UNKNOWN;
}
