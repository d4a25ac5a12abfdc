/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * acpi_field - fields of a table by offset, for the readers of single tables.
 *
 * A field that lies behind the end of a shorter, older table reads as zero, which in ACPI means
 * "not there" everywhere that these are used. Private to kernel/lib; @off is a constant from the
 * specification. Context: any.
 */
#ifndef LIB_ACPI_FIELD_H
#define LIB_ACPI_FIELD_H

#include <lib/acpi.h>

u8 acpi_u8(const struct acpi_table *t, u32 off);
u16 acpi_u16(const struct acpi_table *t, u32 off);
u32 acpi_u32(const struct acpi_table *t, u32 off);
u64 acpi_u64(const struct acpi_table *t, u32 off);

/* A generic address structure; all zero when its address is. */
struct acpi_address acpi_address(const struct acpi_table *t, u32 off);

/* What SPCR's interface type, which is DBG2's serial subtype, stands for. */
enum acpi_uart acpi_uart_kind(u8 interface);

#endif
