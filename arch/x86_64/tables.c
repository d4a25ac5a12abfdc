// SPDX-License-Identifier: GPL-2.0-only
/*
 * tables - what the CPU and the firmware say of themselves: CPUID leaves and the ACPI tables.
 *
 * Invariant: a leaf that is not there reads as zero, and tables that do not check out are not
 * there, so nobody who asks need know what exists. Order: ACPI is opened once, by the boot CPU,
 * after mapping_init(). Left out: reading the tables (lib/acpi), which is tested on the host;
 * whatever needs AML.
 */
#include <arch/boot_info.h>
#include <arch/services.h>
#include <lib/string.h>

#include "x86.h"

struct x86_cpuid x86_cpuid(u32 leaf, u32 subleaf)
{
	struct x86_cpuid r = { 0 };
	u32 base = leaf & 0xffffff00u, max = base;

	__asm__ __volatile__("cpuid" : "+a"(max), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx) : "2"(0));
	/*
	 * A range that is not there answers with something else, so the answer must lie in the
	 * range.
	 */
	if ((max & 0xffffff00u) != base || leaf > max)
		return (struct x86_cpuid){ 0 };
	__asm__ __volatile__("cpuid"
			     : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
			     : "0"(leaf), "2"(subleaf));
	return r;
}

bool x86_acpi(struct acpi *out)
{
	static struct acpi acpi;
	static enum { NOT_ASKED, ABSENT, PRESENT } state;
	const struct acpi_map mem = { .map = arch_map_table };
	const char *wanted = arch_cmdline_value("acpi");

	if (state == NOT_ASKED) {
		state = ABSENT;
		if (!(wanted && !strcmp(wanted, "off")) && boot_info.rsdp_phys &&
		    !acpi_open(&acpi, boot_info.rsdp_phys, &mem))
			state = PRESENT;
	}
	*out = acpi;
	return state == PRESENT;
}
