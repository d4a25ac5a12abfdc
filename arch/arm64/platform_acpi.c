// SPDX-License-Identifier: GPL-2.0-only
/*
 * platform_acpi - the machine as MADT, GTDT, FADT, SPCR and DBG2 describe it (lib/acpi.h does the
 * reading).
 *
 * Invariant: what the tables do not name stays zero, which every driver takes for absent. Order:
 * boot CPU, filled once (platform.c). Left out: anything that needs AML.
 */
#include "arm64.h"
#include "platform.h"

#include <arch/services.h>
#include <asm/sysreg.h>
#include <lib/string.h>

#define GICD_V3_BYTES 0x10000u
#define GICD_V3_PIDR2 0xffe8u

/*
 * The table does not say: ask the CPU whether it has a version 3 interface, then the distributor
 * what it is. One of version 2 is smaller and has nothing at that place.
 */
static u32 probe_gic_version(u64 dist_phys)
{
	const u8 *dist;
	u32 pidr2;

	if (!id_field(sysreg_read(id_aa64pfr0_el1), 24))
		return 2;
	dist = arch_map_device(dist_phys, GICD_V3_BYTES);
	if (!dist || arm64_read32_safe(dist + GICD_V3_PIDR2, &pidr2))
		return 2;
	return (pidr2 >> 4 & 0xf) >= 3 ? 3 : 2;
}

static void add_redist(struct arm64_gic_desc *gic, u64 base, u64 bytes)
{
	if (gic->nr_redist == CPUS_MAX)
		return;
	gic->redist[gic->nr_redist].base = base;
	gic->redist[gic->nr_redist].bytes = bytes;
	gic->nr_redist++;
}

/* Regions if the table has any; else each CPU names its own. */
static void read_gic(const struct acpi_table *madt, struct arm64_gic_desc *gic)
{
	struct madt_gicd dist;
	struct madt_gicr range;
	struct madt_gicc cpu;
	u32 cursor = 0;

	if (!acpi_madt_gicd(madt, &dist))
		return;
	gic->dist_phys = dist.base;
	gic->version = dist.version ? dist.version : probe_gic_version(dist.base);
	if (gic->version > 3)
		gic->version = 3; /* 4 adds what is not used here */
	while (acpi_madt_next_gicr(madt, &cursor, &range))
		add_redist(gic, range.base, range.length);
	for (cursor = 0; acpi_madt_next_gicc(madt, &cursor, &cpu);) {
		if (!gic->cpu_phys)
			gic->cpu_phys = cpu.cpu_base;
		if (cpu.redist_base)
			add_redist(gic, cpu.redist_base, 0);
	}
}

static void read_timer(const struct acpi *a, struct arm64_platform *p)
{
	struct acpi_table table;
	struct acpi_gtdt gtdt;

	if (!acpi_find(a, "GTDT", 0, &table) || !acpi_gtdt_read(&table, &gtdt))
		return;
	p->timer_intid_virt = gtdt.virt.gsi;
	p->timer_intid_hyp_phys = gtdt.hyp_phys.gsi;
}

static void read_psci(const struct acpi *a, struct arm64_platform *p)
{
	struct acpi_table table;
	struct acpi_fadt fadt;

	if (!acpi_find(a, "FACP", 0, &table) || !acpi_fadt_read(&table, &fadt) || !fadt.has_psci)
		return;
	p->conduit = fadt.psci_uses_hvc ? CONDUIT_HVC : CONDUIT_SMC;
}

static bool read_uart(const struct acpi *a, struct arm64_uart_desc *out)
{
	struct acpi_spcr spcr;

	if (!acpi_console(a, &spcr) || spcr.uart == ACPI_UART_OTHER ||
	    spcr.reg.space != ACPI_SPACE_MEMORY)
		return false;
	out->kind = spcr.uart == ACPI_UART_PL011 ? UART_PL011 : UART_16550;
	out->phys = spcr.reg.address;
	out->reg_shift = spcr.reg.bit_width == 32 ? 2 : 0;
	out->access_bytes = spcr.reg.access ? spcr.reg.access : 1u << out->reg_shift;
	return true;
}

bool platform_acpi_uart(struct arm64_uart_desc *out)
{
	struct acpi a;

	return platform_acpi_open(&a, boot_info.rsdp_phys) && read_uart(&a, out);
}

/* QEMU signs its tables with the name of an emulator that came before it. */
static bool names_qemu(const struct acpi *a)
{
	return !strncmp(a->oem_id, "BOCHS", 5) || !strncmp(a->oem_id, "QEMU", 4);
}

bool platform_read_acpi(struct arm64_platform *p)
{
	struct acpi_table madt;
	struct acpi a;

	if (!arm64_acpi(&a) || !acpi_find(&a, "APIC", 0, &madt))
		return false;
	read_gic(&madt, &p->gic);
	if (!p->gic.version)
		return false;
	read_timer(&a, p);
	read_psci(&a, p);
	read_uart(&a, &p->uart);
	p->names_emulator = names_qemu(&a);
	return true;
}

bool platform_next_cpu_acpi(struct arm64_cpu_cursor *cursor, struct arm64_cpu_entry *out)
{
	struct madt_gicc cpu;
	struct acpi a;

	if (!cursor->opened && (!arm64_acpi(&a) || !acpi_find(&a, "APIC", 0, &cursor->madt)))
		return false;
	cursor->opened = true;
	if (!acpi_madt_next_gicc(&cursor->madt, &cursor->acpi, &cpu))
		return false;
	out->hw_id = cpu.mpidr;
	out->release_phys = 0;
	out->usable = cpu.enabled;
	out->refusal = "disabled by firmware";
	return true;
}
