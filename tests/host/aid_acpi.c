// SPDX-License-Identifier: GPL-2.0-only
/*
 * aid_acpi - see the header. The walk reads every table as every kind of table, since a damaged
 * signature does that too.
 */
#include "aid_acpi.h"
#include <lib/bytes.h>

static volatile u8 seen;

void put_le16(u8 *p, u16 value)
{
	p[0] = (u8)value;
	p[1] = (u8)(value >> 8);
}

void put_le32(u8 *p, u32 value)
{
	put_le16(p, (u16)value);
	put_le16(p + 2, (u16)(value >> 16));
}

void put_le64(u8 *p, u64 value)
{
	put_le32(p, (u32)value);
	put_le32(p + 4, (u32)(value >> 32));
}

void checksum_fix(u8 *p, u32 bytes, u32 at)
{
	u8 sum = 0;
	u32 i;

	p[at] = 0;
	for (i = 0; i < bytes; i++)
		sum = (u8)(sum + p[i]);
	p[at] = (u8)(0 - sum);
}

struct memory *memory_new(void)
{
	return test_bytes(NULL, sizeof(struct memory));
}

u8 *memory_add(struct memory *m, u64 phys, const void *from, u32 bytes)
{
	struct piece *p = &m->piece[m->nr++];

	if (m->nr > MAX_PIECES)
		abort();
	*p = (struct piece){ .phys = phys, .data = test_bytes(from, bytes), .bytes = bytes };
	return p->data;
}

u8 *memory_add_table(struct memory *m, u64 phys, const char *signature, const void *body, u32 bytes)
{
	u8 *p = memory_add(m, phys, NULL, ACPI_HEADER_BYTES + bytes);

	memcpy(p, signature, 4);
	put_le32(p + 4, ACPI_HEADER_BYTES + bytes);
	if (bytes)
		memcpy(p + ACPI_HEADER_BYTES, body, bytes);
	checksum_fix(p, ACPI_HEADER_BYTES + bytes, 9);
	return p;
}

u8 *memory_add_rsdp(struct memory *m, u64 phys, u8 revision, u32 rsdt, u64 xsdt)
{
	u32 bytes = revision >= 2 ? 36 : 20;
	u8 *p = memory_add(m, phys, NULL, bytes);

	memcpy(p, "RSD PTR ", 8);
	memcpy(p + 9, "OEM\x01 X", 6);
	p[15] = revision;
	put_le32(p + 16, rsdt);
	checksum_fix(p, 20, 8);
	if (revision >= 2) {
		put_le32(p + 20, bytes);
		put_le64(p + 24, xsdt);
		checksum_fix(p, bytes, 32);
	}
	return p;
}

struct memory *memory_recorded(const char *name)
{
	struct memory *m = memory_new();
	size_t bytes, at = 0;
	u8 *file = test_file(name, &bytes);
	u32 len;

	while (bytes - at >= 12) {
		len = bytes_le32(file + at + 8);
		if (len > bytes - at - 12)
			break;
		memory_add(m, bytes_le64(file + at), file + at + 12, len);
		at += 12 + len;
	}
	if (at != bytes)
		test_fail(__FILE__, __LINE__, "%s is cut", name);
	return m;
}

static const void *map_copy(u64 phys, size_t len, void *ctx)
{
	struct memory *m = ctx;
	u32 i;

	m->nr_maps++;
	for (i = 0; i < m->nr; i++) {
		struct piece *p = &m->piece[i];

		if (phys >= p->phys && phys - p->phys <= p->bytes &&
		    len <= p->bytes - (phys - p->phys))
			return test_bytes(p->data + (phys - p->phys), len);
	}
	return NULL;
}

struct acpi_map memory_map(struct memory *m)
{
	return (struct acpi_map){ .map = map_copy, .ctx = m };
}

int memory_open(struct memory *m, struct acpi *a)
{
	struct acpi_map mem = memory_map(m);

	return acpi_open(a, m->nr ? m->piece[0].phys : 0, &mem);
}

static void walk_madt(const struct acpi_table *t)
{
	struct madt_local_apic apic;
	struct madt_io_apic io;
	struct madt_gicc gicc;
	struct madt_gicd gicd;
	struct madt_gicr gicr;
	struct madt_entry e;
	u32 cursor;

	for (cursor = 0; acpi_madt_next(t, &cursor, &e);)
		seen = (u8)(seen + e.data[e.length - 1]);
	for (cursor = 0; acpi_madt_next_local_apic(t, &cursor, &apic);)
		seen = (u8)(seen + apic.id);
	for (cursor = 0; acpi_madt_next_io_apic(t, &cursor, &io);)
		seen = (u8)(seen + io.id);
	for (cursor = 0; acpi_madt_next_gicc(t, &cursor, &gicc);)
		seen = (u8)(seen + gicc.mpidr);
	for (cursor = 0; acpi_madt_next_gicr(t, &cursor, &gicr);)
		seen = (u8)(seen + gicr.base);
	(void)acpi_madt_gicd(t, &gicd);
	seen = (u8)(seen + acpi_madt_mailbox(t) + acpi_madt_local_apic_base(t));
	seen = (u8)(seen + acpi_madt_has_pic(t));
}

static void walk_table(const struct acpi_table *t)
{
	struct acpi_fadt fadt;
	struct acpi_hpet hpet;
	struct acpi_gtdt gtdt;
	struct acpi_spcr spcr;
	struct acpi_s5 s5;
	u32 i;

	for (i = 0; i < t->length; i++)
		seen = (u8)(seen + t->data[i]);
	walk_madt(t);
	(void)acpi_fadt_read(t, &fadt);
	(void)acpi_hpet_read(t, &hpet);
	(void)acpi_gtdt_read(t, &gtdt);
	(void)acpi_spcr_read(t, &spcr);
	(void)acpi_s5_find(t, &s5);
	(void)acpi_dbg2_uart(t, &spcr);
}

int acpi_walk_all(struct memory *m)
{
	static const char *const signatures[] = { "APIC", "FACP", "HPET", "GTDT", "SPCR", "SSDT" };
	struct acpi_fadt fadt;
	struct acpi_table t;
	struct acpi a;
	int err = memory_open(m, &a);
	u32 i;

	if (err)
		return err;
	for (i = 0; i < a.nr_tables; i++) {
		if (acpi_table_at(&a, i, &t))
			walk_table(&t);
	}
	for (i = 0; i < ARRAY_SIZE(signatures); i++) {
		if (acpi_find(&a, signatures[i], 0, &t))
			walk_table(&t);
		(void)acpi_find(&a, signatures[i], 1, &t);
		if (acpi_find(&a, "FACP", i, &t) && acpi_fadt_read(&t, &fadt) &&
		    acpi_table_by_address(&a, fadt.dsdt, "DSDT", &t))
			walk_table(&t);
	}
	return 0;
}
