// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_acpi - from the RSDP to a table, on memory that is written here: revisions, checksums,
 * places, lengths.
 */
#include "aid_acpi.h"
#include <lib/errno.h>

enum { RSDP = 0xf0000, RSDT = 0x10001, TABLE = 0x20003 };
#define XSDT 0x1200000005ull
#define HIGH 0x3400000007ull

/* One table by way of the XSDT, above 4 GiB and unaligned, and another one by way of the RSDT. */
static struct memory *two_roots(u8 revision)
{
	struct memory *m = memory_new();
	u8 entry[8];

	memory_add_rsdp(m, RSDP, revision, RSDT, XSDT);
	put_le32(entry, TABLE);
	memory_add_table(m, RSDT, "RSDT", entry, 4);
	put_le64(entry, HIGH);
	memory_add_table(m, XSDT, "XSDT", entry, 8);
	memory_add_table(m, TABLE, "APIC", "low.....", 8);
	memory_add_table(m, HIGH, "APIC", "high....", 8);
	return m;
}

/* Where the first table called APIC lies, 0 if there is none. */
static u64 apic_phys(struct memory *m)
{
	struct acpi_table t;
	struct acpi a;

	if (memory_open(m, &a) || !acpi_find(&a, "APIC", 0, &t))
		return 0;
	CHECK_EQ(t.length, 44);
	return t.phys;
}

TEST(acpi_takes_the_root_that_the_revision_allows)
{
	struct memory *m = two_roots(2);
	struct acpi a;

	CHECK_EQ(apic_phys(m), HIGH);
	CHECK_EQ(apic_phys(two_roots(0)), TABLE);
	CHECK_EQ(memory_open(m, &a), 0);
	CHECK_STR(a.oem_id, "OEM? X");
	CHECK(a.revision == 2 && a.nr_tables == 1 && a.entry_bytes == 8);
}

TEST(acpi_falls_back_to_the_rsdt)
{
	struct memory *m = two_roots(2);

	put_le64(m->piece[0].data + 24, 0);
	checksum_fix(m->piece[0].data, 36, 32);
	CHECK_EQ(apic_phys(m), TABLE);

	m = two_roots(2);
	m->piece[0].data[33] ^= 1; /* second checksum wrong: the XSDT's address is worth nothing */
	CHECK_EQ(apic_phys(m), TABLE);

	m = two_roots(2);
	m->piece[2].data[40] ^= 1; /* the XSDT's own checksum wrong */
	CHECK_EQ(apic_phys(m), TABLE);

	m = two_roots(2);
	m->piece[2].data[0] = 'Y';
	checksum_fix(m->piece[2].data, 44, 9);
	CHECK_EQ(apic_phys(m), TABLE);

	m = two_roots(2);
	m->piece[2].phys = 0x9900000000; /* not there */
	CHECK_EQ(apic_phys(m), TABLE);

	m = two_roots(2);
	put_le32(m->piece[0].data + 20, 20); /* too short to have an XSDT */
	CHECK_EQ(apic_phys(m), TABLE);
}

TEST(acpi_refuses_bad_rsdps)
{
	struct memory *m = two_roots(2);
	struct acpi_map mem = memory_map(m);
	struct acpi a;

	CHECK_EQ(acpi_open(&a, 0, &mem), -EFAULT);
	CHECK_EQ(acpi_open(&a, 0x1234, &mem), -EFAULT);
	CHECK_EQ(acpi_open(&a, ~0ull, &mem), -EFAULT);
	CHECK_EQ(acpi_open(&a, TABLE, &mem), -ENODEV);
	m->piece[0].data[10] ^= 1;
	CHECK_EQ(memory_open(m, &a), -ENODEV);

	m = two_roots(0);
	m->piece[1].data[20] ^= 1;
	CHECK_EQ(memory_open(m, &a), -EINVAL);

	m = memory_new();
	memory_add_rsdp(m, RSDP, 2, 0, 0);
	CHECK_EQ(memory_open(m, &a), -EINVAL);
}

TEST(acpi_bounds_table_lengths)
{
	static const u32 lengths[] = { 0, 8, 35, 45, 1u << 21, 0x7fffffff, 0xffffffff };
	struct memory *m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		m = two_roots(0);
		put_le32(m->piece[3].data + 4, lengths[i]);
		checksum_fix(m->piece[3].data, 44, 9);
		CHECK_EQ(apic_phys(m), 0);
	}
	m = two_roots(0);
	put_le32(m->piece[1].data + 4, 1u << 21);
	CHECK_EQ(apic_phys(m), 0);
}

TEST(acpi_counts_only_sound_tables)
{
	struct memory *m = memory_new();
	struct acpi_table t;
	struct acpi a;
	u8 entries[4 * 6 + 3] = { 0 };
	u32 i;

	for (i = 0; i < 6; i++)
		put_le32(entries + 4 * i, 0x1000 * (i + 1));
	put_le32(entries + 4, 0);
	memory_add_rsdp(m, RSDP, 0, 0x80000, 0);
	memory_add_table(m, 0x80000, "RSDT", entries, sizeof(entries));
	memory_add_table(m, 0x1000, "SSDT", "a", 1);
	memory_add_table(m, 0x3000, "SSDT", "b", 1)[36] ^= 1;
	memory_add_table(m, 0x4000, "SSDT", "c", 1);
	memory_add_table(m, 0x5000, "HPET", NULL, 0);
	CHECK_EQ(memory_open(m, &a), 0);
	CHECK_EQ(a.nr_tables, 6);
	CHECK(acpi_find(&a, "SSDT", 0, &t) && t.phys == 0x1000);
	CHECK(acpi_find(&a, "SSDT", 1, &t) && t.phys == 0x4000);
	CHECK(!acpi_find(&a, "SSDT", 2, &t) && !acpi_find(&a, "SSDT", 0xffffffff, &t));
	CHECK(acpi_find(&a, "HPET", 0, &t) && t.length == 36);
	CHECK(!acpi_table_at(&a, 1, &t) && !acpi_table_at(&a, 2, &t) && !acpi_table_at(&a, 5, &t));
	CHECK(!acpi_table_at(&a, 6, &t) && !acpi_table_at(&a, 0xffffffff, &t));
	CHECK_EQ(acpi_walk_all(m), 0);
}

TEST(acpi_caps_the_root_table)
{
	struct memory *m = memory_new();
	u8 *entries = test_bytes(NULL, 4 * 5000);
	struct acpi_table t;
	struct acpi a;
	u32 i;

	for (i = 0; i < 5000; i++)
		put_le32(entries + 4 * i, TABLE);
	memory_add_rsdp(m, RSDP, 0, RSDT, 0);
	memory_add_table(m, RSDT, "RSDT", entries, 4 * 5000);
	memory_add_table(m, TABLE, "XXXX", NULL, 0);
	CHECK_EQ(memory_open(m, &a), 0);
	CHECK_EQ(a.nr_tables, ACPI_MAX_TABLES);
	CHECK(!acpi_find(&a, "APIC", 0, &t));
}

/* What a search among a BIOS's ROMs goes by. */
TEST(acpi_knows_a_root_pointer)
{
	struct memory *m = memory_new();
	u8 *p = memory_add_rsdp(m, 0xf5000, 0, 0x10000, 0);

	CHECK(acpi_rsdp_is_valid(p));
	p[19] ^= 1;
	CHECK(!acpi_rsdp_is_valid(p));
	p[19] ^= 1;
	p[7] = 0;
	CHECK(!acpi_rsdp_is_valid(p));
}
