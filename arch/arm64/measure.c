// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure - the PMU's event counter on instructions that have been executed, which is exact under
 * QEMU's icount and exists there only then.
 */
#include <arch/measure.h>
#include <asm/sysreg.h>

#define PMU_EVENT_INST_RETIRED 0x08u
#define PMEVTYPER_NSH	       (1u << 27) /* count at EL2 too */

#define PMCR_ENABLE	  (1u << 0)
#define PMCR_RESET_EVENTS (1u << 1)
#define PMCR_COUNTERS(r)  ((u32)(r) >> 11 & 0x1f)

const char arch_measure_time_unit[] = "ticks";
const char arch_measure_insn_name[] = "pmu-inst-retired";
const char arch_measure_time_name[] = "cntvct";
const char arch_measure_order_name[] = "isb";

bool arm64_measure_insn;

static bool pmu_present(void)
{
	u32 version = id_field(sysreg_read(id_aa64dfr0_el1), 8);

	return version != 0 && version != 0xf;
}

static bool pmu_counts_instructions(void)
{
	return PMCR_COUNTERS(sysreg_read(pmcr_el0)) > 0 &&
	       sysreg_read(pmceid0_el0) >> PMU_EVENT_INST_RETIRED & 1;
}

/* isb orders the counter's reads by the architecture (Arm ARM, the generic timer). */
const char *arch_measure_refusal(void)
{
	return NULL;
}

bool arch_measure_init(bool want_insn)
{
	arm64_measure_insn = false;
	if (!want_insn)
		return true;
	if (!pmu_present() || !pmu_counts_instructions())
		return false;
	sysreg_write(pmcntenclr_el0, ~0u);
	sysreg_write(pmintenclr_el1, ~0u);
	sysreg_write(pmevtyper0_el0, PMU_EVENT_INST_RETIRED | PMEVTYPER_NSH);
	sysreg_write(pmcr_el0, PMCR_ENABLE | PMCR_RESET_EVENTS);
	sysreg_write(pmcntenset_el0, 1);
	isb();
	arm64_measure_insn = true;
	return true;
}

#define NOPS(n)                                                       \
	do {                                                          \
		u64 start__ = arch_measure_start();                   \
                                                                      \
		__asm__ __volatile__(".rept " #n "\n\tnop\n\t.endr"); \
		return arch_measure_stop() - start__;                 \
	} while (0)

u64 arch_measure_nops(u32 count)
{
	switch (count) {
	case 0:
		NOPS(0);
	case 1:
		NOPS(1);
	case 10:
		NOPS(10);
	default:
		NOPS(100);
	}
}
