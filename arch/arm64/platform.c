// SPDX-License-Identifier: GPL-2.0-only
/*
 * platform - ACPI if the loader gave it and it names an interrupt controller, else the device tree:
 * never a mixture, since firmware that provides both keeps only one of them right. Nothing named at
 * all is a legal answer: one CPU, no interrupts.
 */
#include "arm64.h"
#include "platform.h"

#include <arch/services.h>
#include <lib/string.h>

static struct arm64_platform platform;
static u64 rsdp_phys; /* 0: no ACPI, for whatever reason */

static void find_rsdp(void)
{
	const char *acpi = arch_cmdline_value("acpi");

	if (acpi && !strcmp(acpi, "off"))
		return;
	rsdp_phys = boot_info.rsdp_phys;
	if (arm64_fwcfg_area.bytes)
		rsdp_phys = fwcfg_acpi_load(arm64_fwcfg_area.base, arm64_fwcfg_area.bytes);
}

/* An end of the boot, which wants PSCI, may come before the kernel's own tables. */
static const void *table_map(u64 phys, size_t bytes, void *ctx)
{
	if (!boot_is_memory(phys, bytes))
		return NULL;
	return arm64_root_phys() ? arch_map_table(phys, bytes, ctx)
				 : boot_map_memory(phys, bytes, ctx);
}

bool platform_acpi_open(struct acpi *out, u64 rsdp)
{
	struct acpi_map map = { .map = table_map, .ctx = NULL };

	return rsdp && !acpi_open(out, rsdp, &map);
}

bool arm64_acpi(struct acpi *out)
{
	return platform_acpi_open(out, rsdp_phys);
}

bool arm64_fdt(struct fdt *out)
{
	const void *blob;

	if (!boot_info.fdt_phys)
		return false;
	blob = table_map(boot_info.fdt_phys, boot_info.fdt_bytes, NULL);
	return blob && !fdt_open(out, blob, boot_info.fdt_bytes);
}

const struct arm64_platform *arm64_platform(void)
{
	if (platform.source)
		return &platform;
	find_rsdp();
	platform.source = "acpi";
	if (platform_read_acpi(&platform))
		return &platform;
	memset(&platform, 0, sizeof(platform));
	platform.source = platform_read_fdt(&platform) ? "fdt" : "none";
	return &platform;
}

bool platform_next_cpu(struct arm64_cpu_cursor *cursor, struct arm64_cpu_entry *out)
{
	if (!strcmp(arm64_platform()->source, "acpi"))
		return platform_next_cpu_acpi(cursor, out);
	return platform_next_cpu_fdt(cursor, out);
}
