// SPDX-License-Identifier: GPL-2.0-only
/*
 * acpi - from the RSDP to a table.
 *
 * table_map() is the only place that maps a table: header first, then as many bytes as the header
 * says, which must be plausible and add up to zero. Root-table entries are four or eight bytes wide
 * and lie unaligned.
 */
#include <lib/acpi.h>
#include <lib/bytes.h>
#include <lib/errno.h>
#include "acpi_field.h"

enum {
	RSDP_BYTES_V2 = 36,
	RSDP_MAX_BYTES = 4096, /* 36 in every version so far */
};

static bool sums_to_zero(const u8 *p, u32 len)
{
	u8 sum = 0;
	u32 i;

	for (i = 0; i < len; i++)
		sum = (u8)(sum + p[i]);
	return sum == 0;
}

static const u8 *map_bytes(const struct acpi_map *mem, u64 phys, size_t len)
{
	if (!phys || phys + len < phys)
		return NULL;
	return mem->map(phys, len, mem->ctx);
}

/* Is there a header at @phys that carries @signature? */
static bool has_signature(const struct acpi_map *mem, u64 phys, const char *signature)
{
	const u8 *p = map_bytes(mem, phys, ACPI_HEADER_BYTES);

	return p && bytes_match(signature, (const char *)p, 4);
}

static bool table_map(const struct acpi_map *mem, u64 phys, struct acpi_table *out)
{
	const u8 *p = map_bytes(mem, phys, ACPI_HEADER_BYTES);
	u32 length;

	if (!p)
		return false;
	length = bytes_le32(p + 4);
	if (length < ACPI_HEADER_BYTES || length > ACPI_MAX_TABLE_BYTES)
		return false;
	p = map_bytes(mem, phys, length);
	if (!p || !sums_to_zero(p, length))
		return false;
	*out = (struct acpi_table){ .data = p, .length = length, .phys = phys };
	return true;
}

static bool root_map(struct acpi *a, u64 phys, const char *signature, u32 entry_bytes)
{
	if (!has_signature(&a->mem, phys, signature) || !table_map(&a->mem, phys, &a->root))
		return false;
	a->entry_bytes = entry_bytes;
	a->nr_tables = (a->root.length - ACPI_HEADER_BYTES) / entry_bytes;
	if (a->nr_tables > ACPI_MAX_TABLES)
		a->nr_tables = ACPI_MAX_TABLES;
	return true;
}

/* The 64-bit address, which only the longer RSDP with its own checksum may give. 0: none. */
static u64 xsdt_address(const struct acpi_map *mem, u64 rsdp)
{
	const u8 *p = map_bytes(mem, rsdp, RSDP_BYTES_V2);
	u32 length;

	if (!p)
		return 0;
	length = bytes_le32(p + 20);
	if (length < RSDP_BYTES_V2 || length > RSDP_MAX_BYTES)
		return 0;
	p = map_bytes(mem, rsdp, length);
	return p && sums_to_zero(p, length) ? bytes_le64(p + 24) : 0;
}

static void oem_id_copy(struct acpi *a, const u8 *p)
{
	u32 i;

	for (i = 0; i < 6; i++)
		a->oem_id[i] = (char)(p[i] >= ' ' && p[i] <= '~' ? p[i] : '?');
	a->oem_id[6] = 0;
}

bool acpi_rsdp_is_valid(const u8 *p)
{
	return bytes_match("RSD PTR ", (const char *)p, 8) && sums_to_zero(p, ACPI_RSDP_BYTES_V1);
}

int acpi_open(struct acpi *a, u64 rsdp, const struct acpi_map *mem)
{
	const u8 *p = map_bytes(mem, rsdp, ACPI_RSDP_BYTES_V1);
	u32 rsdt;

	if (!p)
		return -EFAULT;
	if (!acpi_rsdp_is_valid(p))
		return -ENODEV;
	*a = (struct acpi){ .mem = *mem, .revision = p[15] };
	oem_id_copy(a, p + 9);
	rsdt = bytes_le32(p + 16);
	if (a->revision >= 2 && root_map(a, xsdt_address(mem, rsdp), "XSDT", 8))
		return 0;
	return root_map(a, rsdt, "RSDT", 4) ? 0 : -EINVAL;
}

static u64 entry_address(const struct acpi *a, u32 index)
{
	const u8 *p = a->root.data + ACPI_HEADER_BYTES + index * a->entry_bytes;

	return a->entry_bytes == 8 ? bytes_le64(p) : bytes_le32(p);
}

bool acpi_table_at(const struct acpi *a, u32 index, struct acpi_table *out)
{
	return index < a->nr_tables && table_map(&a->mem, entry_address(a, index), out);
}

bool acpi_table_by_address(const struct acpi *a, u64 phys, const char *signature,
			   struct acpi_table *out)
{
	return has_signature(&a->mem, phys, signature) && table_map(&a->mem, phys, out);
}

bool acpi_find(const struct acpi *a, const char *signature, u32 index, struct acpi_table *out)
{
	struct acpi_table found;
	u32 i;

	for (i = 0; i < a->nr_tables; i++) {
		if (!has_signature(&a->mem, entry_address(a, i), signature) ||
		    !acpi_table_at(a, i, &found) || index-- != 0)
			continue;
		*out = found;
		return true;
	}
	return false;
}

u8 acpi_u8(const struct acpi_table *t, u32 off)
{
	return off < t->length ? t->data[off] : 0;
}

u16 acpi_u16(const struct acpi_table *t, u32 off)
{
	return off + 2 <= t->length ? bytes_le16(t->data + off) : 0;
}

u32 acpi_u32(const struct acpi_table *t, u32 off)
{
	return off + 4 <= t->length ? bytes_le32(t->data + off) : 0;
}

u64 acpi_u64(const struct acpi_table *t, u32 off)
{
	return off + 8 <= t->length ? bytes_le64(t->data + off) : 0;
}

struct acpi_address acpi_address(const struct acpi_table *t, u32 off)
{
	struct acpi_address a = { 0 };
	u8 access;

	if (off + 12 > t->length)
		return a;
	a.space = t->data[off];
	a.bit_width = t->data[off + 1];
	access = t->data[off + 3];
	a.access = access >= 1 && access <= 4 ? (u8)(1 << (access - 1)) : 0;
	a.address = bytes_le64(t->data + off + 4);
	return a.address ? a : (struct acpi_address){ 0 };
}
