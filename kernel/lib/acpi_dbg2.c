// SPDX-License-Identifier: GPL-2.0-only
/*
 * acpi_dbg2 - the debug ports of a machine (Microsoft's Debug Port Table 2): where its UART is, if
 * SPCR does not say.
 *
 * The table holds a list of devices, each as long as it says, with a list of addresses at an offset
 * of its own. Every offset is checked against the device, and every device against the table.
 */
#include <lib/bytes.h>

#include "acpi_field.h"

#define AT_DEVICES	 36u
#define AT_NR_DEVICES	 40u
#define DEVICE_BYTES_MIN 22u
#define AT_BYTES	 1u
#define AT_NR_ADDRESSES	 3u
#define AT_PORT_TYPE	 12u
#define AT_PORT_SUBTYPE	 14u
#define AT_ADDRESSES	 18u
#define PORT_TYPE_SERIAL 0x8000u
#define ADDRESS_BYTES	 12u
#define NR_DEVICES_MAX	 16u

/* The device at @off, which is whole. False: not a serial port, or one without an address. */
static bool device_read(const struct acpi_table *t, u32 off, u32 bytes, struct acpi_spcr *out)
{
	u32 address = acpi_u16(t, off + AT_ADDRESSES);

	if (acpi_u16(t, off + AT_PORT_TYPE) != PORT_TYPE_SERIAL ||
	    !acpi_u8(t, off + AT_NR_ADDRESSES) || address < DEVICE_BYTES_MIN ||
	    address + ADDRESS_BYTES > bytes)
		return false;
	*out = (struct acpi_spcr){ .reg = acpi_address(t, off + address) };
	out->interface = (u8)acpi_u16(t, off + AT_PORT_SUBTYPE);
	out->uart = acpi_uart_kind(out->interface);
	return out->reg.address;
}

bool acpi_dbg2_uart(const struct acpi_table *dbg2, struct acpi_spcr *out)
{
	u32 off = acpi_u32(dbg2, AT_DEVICES), nr = acpi_u32(dbg2, AT_NR_DEVICES);

	if (off < AT_NR_DEVICES + 4)
		return false;
	for (u32 i = 0; i < nr && i < NR_DEVICES_MAX; i++) {
		u32 bytes;

		if (off > dbg2->length || dbg2->length - off < DEVICE_BYTES_MIN)
			return false;
		bytes = acpi_u16(dbg2, off + AT_BYTES);
		if (bytes < DEVICE_BYTES_MIN || bytes > dbg2->length - off)
			return false;
		if (device_read(dbg2, off, bytes, out) && out->uart != ACPI_UART_OTHER)
			return true;
		off += bytes;
	}
	return false;
}

bool acpi_console(const struct acpi *acpi, struct acpi_spcr *out)
{
	struct acpi_table table;

	if (acpi_find(acpi, "SPCR", 0, &table))
		return acpi_spcr_read(&table, out);
	return acpi_find(acpi, "DBG2", 0, &table) && acpi_dbg2_uart(&table, out);
}
