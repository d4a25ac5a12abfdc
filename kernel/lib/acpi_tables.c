// SPDX-License-Identifier: GPL-2.0-only
/*
 * acpi_tables - one reader for each of FADT, HPET, GTDT and SPCR.
 *
 * Each reader turns one table into a plain struct; offsets are those of ACPI 6.5 (5.2.9, 5.2.25),
 * of the IA-PC HPET 1.0a specification (3.2.4) and of Microsoft's SPCR specification, revision 4. A
 * field that a shorter table lacks is zero.
 */
#include <lib/acpi.h>
#include "acpi_field.h"

enum {
	FADT_BYTES_V1 = 116,
	FADT_DSDT = 40,
	FADT_SMI_CMD = 48,
	FADT_ACPI_ENABLE = 52,
	FADT_PM1A_CNT_BLK = 64,
	FADT_PM1B_CNT_BLK = 68,
	FADT_PM_TMR_BLK = 76,
	FADT_PM1_CNT_LEN = 89,
	FADT_PM_TMR_LEN = 91,
	FADT_FLAGS = 112,
	FADT_RESET_REG = 116,
	FADT_RESET_VALUE = 128,
	FADT_ARM_BOOT_ARCH = 129,
	FADT_X_DSDT = 140,
	FADT_X_PM1A_CNT_BLK = 172,
	FADT_X_PM1B_CNT_BLK = 184,
	FADT_X_PM_TMR_BLK = 208,
	FADT_SLEEP_CONTROL = 244,

	FLAG_TMR_VAL_EXT = 1 << 8,
	FLAG_RESET_REG_SUP = 1 << 10,
	FLAG_HW_REDUCED = 1 << 20,

	ARM_PSCI_COMPLIANT = 1 << 0,
	ARM_PSCI_USE_HVC = 1 << 1,
};

/* The long form of a register block where it is filled in, else the port of the short form. */
static struct acpi_address block_find(const struct acpi_table *fadt, u32 long_at, u32 port_at,
				      bool has_port, u8 bit_width)
{
	struct acpi_address block = acpi_address(fadt, long_at);
	u32 port = acpi_u32(fadt, port_at);

	if (block.address || !port || !has_port)
		return block;
	return (struct acpi_address){ .address = port,
				      .space = ACPI_SPACE_IO,
				      .bit_width = bit_width };
}

static void fixed_hardware_read(const struct acpi_table *fadt, u32 flags, struct acpi_fadt *out)
{
	bool has_control = acpi_u8(fadt, FADT_PM1_CNT_LEN) >= 2;

	out->pm_timer = block_find(fadt, FADT_X_PM_TMR_BLK, FADT_PM_TMR_BLK,
				   acpi_u8(fadt, FADT_PM_TMR_LEN) == 4, 32);
	out->pm_timer_is_32bit = flags & FLAG_TMR_VAL_EXT;
	out->pm1a_control =
		block_find(fadt, FADT_X_PM1A_CNT_BLK, FADT_PM1A_CNT_BLK, has_control, 16);
	out->pm1b_control =
		block_find(fadt, FADT_X_PM1B_CNT_BLK, FADT_PM1B_CNT_BLK, has_control, 16);
	out->smi_command = acpi_u32(fadt, FADT_SMI_CMD);
	out->acpi_enable = acpi_u8(fadt, FADT_ACPI_ENABLE);
}

bool acpi_fadt_read(const struct acpi_table *fadt, struct acpi_fadt *out)
{
	u32 flags = acpi_u32(fadt, FADT_FLAGS);
	u16 arm = acpi_u16(fadt, FADT_ARM_BOOT_ARCH);

	*out = (struct acpi_fadt){ 0 };
	if (fadt->length < FADT_BYTES_V1)
		return false;
	out->is_hardware_reduced = flags & FLAG_HW_REDUCED;
	if (out->is_hardware_reduced)
		out->sleep_control = acpi_address(fadt, FADT_SLEEP_CONTROL);
	else
		fixed_hardware_read(fadt, flags, out);
	out->dsdt = acpi_u64(fadt, FADT_X_DSDT);
	if (!out->dsdt)
		out->dsdt = acpi_u32(fadt, FADT_DSDT);
	if (flags & FLAG_RESET_REG_SUP) {
		out->reset = acpi_address(fadt, FADT_RESET_REG);
		out->reset_value = acpi_u8(fadt, FADT_RESET_VALUE);
	}
	out->has_psci = arm & ARM_PSCI_COMPLIANT;
	out->psci_uses_hvc = arm & ARM_PSCI_USE_HVC;
	return true;
}

bool acpi_hpet_read(const struct acpi_table *hpet, struct acpi_hpet *out)
{
	struct acpi_address reg = acpi_address(hpet, 40);

	if (!reg.address || reg.space != ACPI_SPACE_MEMORY)
		return false;
	out->base = reg.address;
	out->id = acpi_u32(hpet, 36);
	out->number = acpi_u8(hpet, 52);
	return true;
}

static struct acpi_timer_irq timer_irq(const struct acpi_table *gtdt, u32 off)
{
	u32 flags = acpi_u32(gtdt, off + 4);

	return (struct acpi_timer_irq){
		.gsi = acpi_u32(gtdt, off),
		.is_edge = flags & 1 << 0,
		.is_active_low = flags & 1 << 1,
		.is_always_on = flags & 1 << 2,
	};
}

bool acpi_gtdt_read(const struct acpi_table *gtdt, struct acpi_gtdt *out)
{
	if (gtdt->length < 80)
		return false;
	out->secure = timer_irq(gtdt, 48);
	out->phys = timer_irq(gtdt, 56);
	out->virt = timer_irq(gtdt, 64);
	out->hyp_phys = timer_irq(gtdt, 72);
	out->hyp_virt = timer_irq(gtdt, 96);
	return true;
}

/* Interface types are the DBG2 table's serial subtypes. */
enum acpi_uart acpi_uart_kind(u8 interface)
{
	switch (interface) {
	case 0x00: /* 16550 */
	case 0x01: /* the 16450 subset */
	case 0x12: /* 16550 with the access that the address structure says */
		return ACPI_UART_16550;
	case 0x03: /* PL011 */
	case 0x0d: /* SBSA, 32-bit accesses only */
	case 0x0e: /* SBSA */
		return ACPI_UART_PL011;
	default:
		return ACPI_UART_OTHER;
	}
}

static u32 baud_decode(u8 code)
{
	switch (code) {
	case 3:
		return 9600;
	case 4:
		return 19200;
	case 6:
		return 57600;
	case 7:
		return 115200;
	default:
		return 0;
	}
}

bool acpi_spcr_read(const struct acpi_table *spcr, struct acpi_spcr *out)
{
	*out = (struct acpi_spcr){ .reg = acpi_address(spcr, 40) };
	if (spcr->length < 59 || !out->reg.address)
		return false;
	out->interface = spcr->data[36];
	out->uart = acpi_uart_kind(out->interface);
	out->gsi = acpi_u32(spcr, 54);
	out->baud = baud_decode(spcr->data[58]);
	return true;
}
