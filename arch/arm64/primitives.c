// SPDX-License-Identifier: GPL-2.0-only
/*
 * primitives - which of this architecture's rows this CPU can run.
 *
 * Invariant: a row that is not refused has every instruction and register that it uses. Order:
 * asked on the CPU that measures, after its interrupt controller is up. Left out: whether the row
 * means anything there, which the bench judges.
 */
#include <lib/types.h>

#include <asm/sysreg.h>
#include <lib/string.h>

/*
 * <arch/primitives.h> is not included: its inlines stand on the preemption model, which this folder
 * does not see.
 */
const char *arch_primitive_refusal(const char *name);

static bool has_lse(void)
{
	return id_field(sysreg_read(id_aa64isar0_el1), 20) >= 2;
}

static bool has_pmr(void)
{
	return id_field(sysreg_read(id_aa64pfr0_el1), 24) && sysreg_read(icc_sre_el1) & 1;
}

const char *arch_primitive_refusal(const char *name)
{
	if ((!strcmp(name, "percpu_add_lse") || !strcmp(name, "atomic_add_lse")) && !has_lse())
		return "this CPU has no LSE atomics";
	if (string_starts(name, "irq_pmr") && !has_pmr())
		return "no GICv3 system registers here";
	return NULL;
}
