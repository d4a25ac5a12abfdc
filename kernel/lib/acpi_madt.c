// SPDX-License-Identifier: GPL-2.0-only
/*
 * acpi_madt - CPUs and interrupt controllers (ACPI 6.5, 5.2.12).
 *
 * acpi_madt_next() alone steps from entry to entry: it ends at a length below 2, at one that leaves
 * the table, and after ACPI_MAX_MADT_BYTES, so no damaged table makes a loop. An entry that is
 * shorter than its type needs is passed over.
 */
#include <lib/acpi.h>
#include <lib/bytes.h>
#include "acpi_field.h"

/* Offsets of the table itself. */
enum {
	MADT_LOCAL_APIC_BASE = 36,
	MADT_FLAGS = 40,
	MADT_ENTRIES = 44,
	MADT_PCAT_COMPAT = 1 << 0,
};

enum { CPU_ENABLED = 1 << 0, APIC_ONLINE_CAPABLE = 1 << 1, GICC_ONLINE_CAPABLE = 1 << 3 };

bool acpi_madt_next(const struct acpi_table *madt, u32 *cursor, struct madt_entry *out)
{
	u32 at = *cursor ? *cursor : MADT_ENTRIES;
	u32 end = (u32)min_u64(madt->length, ACPI_MAX_MADT_BYTES);
	u8 length;

	if (at > end || end - at < 2)
		return false;
	length = madt->data[at + 1];
	if (length < 2 || length > end - at)
		return false;
	*out = (struct madt_entry){ .data = madt->data + at,
				    .type = madt->data[at],
				    .length = length };
	*cursor = at + length;
	return true;
}

/* The next entry of @type that has at least @min_bytes. */
static bool next_of_type(const struct acpi_table *madt, u32 *cursor, u8 type, u8 min_bytes,
			 struct madt_entry *out)
{
	while (acpi_madt_next(madt, cursor, out)) {
		if (out->type == type && out->length >= min_bytes)
			return true;
	}
	return false;
}

u64 acpi_madt_local_apic_base(const struct acpi_table *madt)
{
	struct madt_entry e;
	u32 cursor = 0;

	if (next_of_type(madt, &cursor, MADT_LOCAL_APIC_ADDRESS, 12, &e))
		return bytes_le64(e.data + 4);
	return acpi_u32(madt, MADT_LOCAL_APIC_BASE);
}

bool acpi_madt_has_pic(const struct acpi_table *madt)
{
	return acpi_u32(madt, MADT_FLAGS) & MADT_PCAT_COMPAT;
}

static bool local_apic_decode(const struct madt_entry *e, struct madt_local_apic *out)
{
	u32 flags;

	if (e->type == MADT_LOCAL_APIC && e->length >= 8) {
		out->uid = e->data[2];
		out->id = e->data[3];
		flags = bytes_le32(e->data + 4);
		out->is_x2apic_entry = false;
		if (out->id == 0xff)
			return false;
	} else if (e->type == MADT_LOCAL_X2APIC && e->length >= 16) {
		out->id = bytes_le32(e->data + 4);
		flags = bytes_le32(e->data + 8);
		out->uid = bytes_le32(e->data + 12);
		out->is_x2apic_entry = true;
		if (out->id == 0xffffffff)
			return false;
	} else {
		return false;
	}
	out->enabled = flags & CPU_ENABLED;
	out->online_capable = flags & APIC_ONLINE_CAPABLE;
	return true;
}

static bool gicc_decode(const struct madt_entry *e, struct madt_gicc *out)
{
	u32 flags;

	if (e->type != MADT_GICC || e->length < 76)
		return false;
	flags = bytes_le32(e->data + 12);
	out->uid = bytes_le32(e->data + 8);
	out->cpu_base = bytes_le64(e->data + 32);
	out->redist_base = bytes_le64(e->data + 60);
	out->mpidr = bytes_le64(e->data + 68);
	out->enabled = flags & CPU_ENABLED;
	out->online_capable = flags & GICC_ONLINE_CAPABLE;
	return true;
}

/* Did @cpu's id come before offset @end, in an entry that counts at least as much? */
static bool local_apic_is_repeated(const struct acpi_table *madt, u32 end,
				   const struct madt_local_apic *cpu)
{
	struct madt_local_apic earlier;
	struct madt_entry e;
	u32 cursor = 0;

	while (acpi_madt_next(madt, &cursor, &e) && cursor <= end) {
		if (local_apic_decode(&e, &earlier) && earlier.id == cpu->id &&
		    (earlier.enabled || !cpu->enabled))
			return true;
	}
	return false;
}

static bool gicc_is_repeated(const struct acpi_table *madt, u32 end, const struct madt_gicc *cpu)
{
	struct madt_gicc earlier;
	struct madt_entry e;
	u32 cursor = 0;

	while (acpi_madt_next(madt, &cursor, &e) && cursor <= end) {
		if (gicc_decode(&e, &earlier) && earlier.mpidr == cpu->mpidr &&
		    (earlier.enabled || !cpu->enabled))
			return true;
	}
	return false;
}

bool acpi_madt_next_local_apic(const struct acpi_table *madt, u32 *cursor,
			       struct madt_local_apic *out)
{
	struct madt_local_apic cpu;
	struct madt_entry e;

	while (acpi_madt_next(madt, cursor, &e)) {
		if (!local_apic_decode(&e, &cpu) ||
		    local_apic_is_repeated(madt, (u32)(e.data - madt->data), &cpu))
			continue;
		*out = cpu;
		return true;
	}
	return false;
}

bool acpi_madt_next_gicc(const struct acpi_table *madt, u32 *cursor, struct madt_gicc *out)
{
	struct madt_gicc cpu;
	struct madt_entry e;

	while (acpi_madt_next(madt, cursor, &e)) {
		if (!gicc_decode(&e, &cpu) ||
		    gicc_is_repeated(madt, (u32)(e.data - madt->data), &cpu))
			continue;
		*out = cpu;
		return true;
	}
	return false;
}

bool acpi_madt_next_io_apic(const struct acpi_table *madt, u32 *cursor, struct madt_io_apic *out)
{
	struct madt_entry e;

	if (!next_of_type(madt, cursor, MADT_IO_APIC, 12, &e))
		return false;
	out->id = e.data[2];
	out->address = bytes_le32(e.data + 4);
	out->gsi_base = bytes_le32(e.data + 8);
	return true;
}

bool acpi_madt_next_gicr(const struct acpi_table *madt, u32 *cursor, struct madt_gicr *out)
{
	struct madt_entry e;

	if (!next_of_type(madt, cursor, MADT_GICR, 16, &e))
		return false;
	out->base = bytes_le64(e.data + 4);
	out->length = bytes_le32(e.data + 12);
	return true;
}

bool acpi_madt_gicd(const struct acpi_table *madt, struct madt_gicd *out)
{
	struct madt_entry e;
	u32 cursor = 0;

	if (!next_of_type(madt, &cursor, MADT_GICD, 24, &e))
		return false;
	out->base = bytes_le64(e.data + 8);
	out->version = e.data[20];
	return true;
}

u64 acpi_madt_mailbox(const struct acpi_table *madt)
{
	struct madt_entry e;
	u32 cursor = 0;

	return next_of_type(madt, &cursor, MADT_MAILBOX, 16, &e) ? bytes_le64(e.data + 8) : 0;
}
