// SPDX-License-Identifier: GPL-2.0-only
/*
 * irq - bring every interrupt source of a PC into a known state: masked.
 *
 * Invariant: only the local APIC's timer and interrupts between CPUs ever arrive, so the pair of
 * 8259s and all I/O APICs stay masked for good. Order: boot CPU, interrupts masked, before they are
 * first let through; the local APICs follow on each CPU (apic.c). Left out: routing, levels, MSI:
 * no device is driven by interrupts.
 */
#include <arch/ipi.h>

#include <arch/services.h>

#include "x86.h"
#include "apic.h"

#define PIC1_MASK	  0x21
#define PIC2_MASK	  0xa1
#define IOAPIC_BYTES	  0x20
#define IOAPIC_SELECT	  0 /* word indices of the two windows */
#define IOAPIC_DATA	  4
#define IOAPIC_VERSION	  1
#define IOAPIC_ROUTE	  0x10
#define IOAPIC_ROUTES_MAX 240
#define IOAPICS_MAX	  64
#define ROUTE_MASKED	  (1u << 16)

static void pic_mask(void)
{
	x86_out8(PIC1_MASK, 0xff);
	x86_out8(PIC2_MASK, 0xff);
}

static void ioapic_mask(u64 phys)
{
	volatile u32 *reg = arch_map_device(phys, IOAPIC_BYTES);
	u32 last;

	if (!reg)
		return;
	reg[IOAPIC_SELECT] = IOAPIC_VERSION;
	last = reg[IOAPIC_DATA] >> 16 & 0xff;
	for (u32 i = 0; i <= last && i < IOAPIC_ROUTES_MAX; i++) {
		reg[IOAPIC_SELECT] = IOAPIC_ROUTE + 2 * i;
		reg[IOAPIC_DATA] = ROUTE_MASKED;
	}
}

static void ioapics_mask(void)
{
	struct madt_io_apic ioapic;
	struct acpi_table madt;
	struct acpi acpi;
	u32 cursor = 0;

	if (!x86_acpi(&acpi) || !acpi_find(&acpi, "APIC", 0, &madt))
		return;
	for (u32 i = 0; i < IOAPICS_MAX && acpi_madt_next_io_apic(&madt, &cursor, &ioapic); i++)
		ioapic_mask(ioapic.address);
}

int arch_irq_init(const char **name, const char **why)
{
	pic_mask();
	ioapics_mask();
	return x86_apic_init(name, why);
}
