// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_acpi_madt - CPUs and interrupt controllers of a MADT that is written here, entry by entry.
 */
#include "aid_acpi.h"

/* A MADT body; bytes are added to it, the table is made at the end. */
struct madt {
	u8 data[4096];
	u32 bytes;
};

static struct madt *madt_new(void)
{
	struct madt *b = test_bytes(NULL, sizeof(*b));

	memcpy(b->data, "APIC", 4);
	put_le32(b->data + 36, 0xfee00000);
	put_le32(b->data + 40, 1);
	b->bytes = 44;
	return b;
}

static u8 *madt_add(struct madt *b, u8 type, u8 length)
{
	u8 *p = b->data + b->bytes;

	p[0] = type;
	p[1] = length;
	b->bytes += length ? length : 2;
	return p;
}

static void add_local_apic(struct madt *b, u8 id, u32 flags)
{
	u8 *p = madt_add(b, 0, 8);

	p[2] = (u8)(id + 100);
	p[3] = id;
	put_le32(p + 4, flags);
}

static void add_x2apic(struct madt *b, u32 id, u32 flags)
{
	u8 *p = madt_add(b, 9, 16);

	put_le32(p + 4, id);
	put_le32(p + 8, flags);
	put_le32(p + 12, id + 1000);
}

static void add_gicc(struct madt *b, u8 length, u64 mpidr, u32 flags)
{
	u8 *p = madt_add(b, 0xb, length);

	put_le32(p + 8, 5);
	put_le32(p + 12, flags);
	put_le64(p + 32, 0x8010000);
	if (length >= 76) {
		put_le64(p + 60, 0x80a0000);
		put_le64(p + 68, mpidr);
	}
}

static struct acpi_table madt_table(struct madt *b)
{
	return (struct acpi_table){ .data = test_bytes(b->data, b->bytes), .length = b->bytes };
}

/* The ids of the enabled CPUs as text: "0 1 4". */
static const char *enabled_ids(const struct acpi_table *t)
{
	static char text[256];
	struct madt_local_apic cpu;
	u32 cursor = 0;
	size_t at = 0;

	text[0] = 0;
	while (acpi_madt_next_local_apic(t, &cursor, &cpu)) {
		if (cpu.enabled)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%x", at ? " " : "",
					       cpu.id);
	}
	return text;
}

TEST(acpi_madt_takes_sparse_ids_of_both_types)
{
	struct madt *b = madt_new();
	struct madt_local_apic cpu;
	struct acpi_table t;
	u32 cursor = 0;

	add_local_apic(b, 4, 1);
	add_local_apic(b, 0, 1);
	add_local_apic(b, 0xff, 1);
	add_local_apic(b, 6, 0);
	add_local_apic(b, 7, 2);
	add_x2apic(b, 0x1ff, 1);
	add_x2apic(b, 0xffffffff, 1);
	add_x2apic(b, 0xff, 1);
	add_x2apic(b, 8, 3);
	t = madt_table(b);
	CHECK_STR(enabled_ids(&t), "4 0 1ff ff 8");
	CHECK(acpi_madt_next_local_apic(&t, &cursor, &cpu) && cpu.uid == 104 &&
	      !cpu.is_x2apic_entry);
	CHECK(acpi_madt_next_local_apic(&t, &cursor, &cpu) && cpu.id == 0);
	CHECK(acpi_madt_next_local_apic(&t, &cursor, &cpu) && cpu.id == 6 && !cpu.enabled);
	CHECK(acpi_madt_next_local_apic(&t, &cursor, &cpu) && cpu.id == 7 && cpu.online_capable);
	CHECK(acpi_madt_next_local_apic(&t, &cursor, &cpu) && cpu.uid == 1511 &&
	      cpu.is_x2apic_entry);
}

TEST(acpi_madt_counts_a_repeated_id_once)
{
	struct madt *b = madt_new();
	struct acpi_table t;

	add_local_apic(b, 1, 1);
	add_local_apic(b, 2, 0);
	add_x2apic(b, 1, 1);
	add_x2apic(b, 2, 1);
	add_local_apic(b, 1, 0);
	add_local_apic(b, 2, 1);
	add_local_apic(b, 3, 1);
	t = madt_table(b);
	CHECK_STR(enabled_ids(&t), "1 2 3");
}

TEST(acpi_madt_ends_at_damage)
{
	struct madt *b = madt_new();
	struct acpi_table t;
	u32 cut;

	add_local_apic(b, 1, 1);
	madt_add(b, 0, 0);
	add_local_apic(b, 2, 1);
	t = madt_table(b);
	CHECK_STR(enabled_ids(&t), "1");

	b = madt_new();
	add_local_apic(b, 1, 1);
	madt_add(b, 0, 1);
	t = madt_table(b);
	CHECK_STR(enabled_ids(&t), "1");

	/* Entries too short for their type are passed over, in place of being read beyond their
	 * end. */
	b = madt_new();
	madt_add(b, 0, 7);
	madt_add(b, 9, 15);
	madt_add(b, 0xb, 75);
	madt_add(b, 0xc, 23);
	madt_add(b, 0xe, 15);
	madt_add(b, 5, 11);
	madt_add(b, 1, 11);
	madt_add(b, 0x10, 15);
	madt_add(b, 0x7f, 2);
	add_local_apic(b, 5, 1);
	t = madt_table(b);
	CHECK_STR(enabled_ids(&t), "5");
	CHECK_EQ(acpi_madt_local_apic_base(&t), 0xfee00000);
	CHECK_EQ(acpi_madt_mailbox(&t), 0);

	for (cut = 1; cut < 8; cut++) {
		b->bytes--;
		t = madt_table(b);
		CHECK_STR(enabled_ids(&t), "");
	}
	for (cut = 0; cut <= 44; cut++) {
		b->bytes = cut;
		t = madt_table(b);
		CHECK_STR(enabled_ids(&t), "");
		(void)acpi_madt_has_pic(&t);
		CHECK_EQ(acpi_madt_local_apic_base(&t), cut < 40 ? 0 : 0xfee00000);
	}
}

TEST(acpi_madt_reads_controllers)
{
	struct madt *b = madt_new();
	struct madt_io_apic io;
	struct madt_gicd gicd;
	struct madt_gicr gicr;
	struct acpi_table t;
	u32 cursor = 0;
	u8 *p;

	p = madt_add(b, 1, 12);
	p[2] = 9;
	put_le32(p + 4, 0xfec00000);
	put_le32(p + 8, 24);
	put_le64(madt_add(b, 5, 12) + 4, 0x1fee00000);
	p = madt_add(b, 0xc, 24);
	put_le64(p + 8, 0x8000000);
	p[20] = 3;
	p = madt_add(b, 0xe, 16);
	put_le64(p + 4, 0x4000000000);
	put_le32(p + 12, 0x20000);
	put_le64(madt_add(b, 0x10, 16) + 8, 0x7000);
	t = madt_table(b);
	CHECK(acpi_madt_has_pic(&t));
	CHECK(acpi_madt_next_io_apic(&t, &cursor, &io) && io.id == 9 && io.gsi_base == 24);
	CHECK_EQ(io.address, 0xfec00000);
	CHECK(!acpi_madt_next_io_apic(&t, &cursor, &io));
	CHECK_EQ(acpi_madt_local_apic_base(&t), 0x1fee00000);
	CHECK(acpi_madt_gicd(&t, &gicd) && gicd.base == 0x8000000 && gicd.version == 3);
	cursor = 0;
	CHECK(acpi_madt_next_gicr(&t, &cursor, &gicr) && gicr.base == 0x4000000000);
	CHECK_EQ(gicr.length, 0x20000);
	CHECK_EQ(acpi_madt_mailbox(&t), 0x7000);
}

TEST(acpi_madt_reads_gic_cpus)
{
	struct madt *b = madt_new();
	struct madt_gicc cpu;
	struct acpi_table t;
	u32 cursor = 0;

	add_gicc(b, 40, 0, 1); /* of ACPI 5.0: no MPIDR */
	add_gicc(b, 76, 0x100000001, 1);
	add_gicc(b, 80, 2, 0);
	add_gicc(b, 82, 3, 8);
	add_gicc(b, 80, 2, 1);
	add_gicc(b, 80, 0x100000001, 1);
	t = madt_table(b);
	CHECK(acpi_madt_next_gicc(&t, &cursor, &cpu) && cpu.mpidr == 0x100000001 && cpu.enabled);
	CHECK(cpu.uid == 5 && cpu.cpu_base == 0x8010000 && cpu.redist_base == 0x80a0000);
	CHECK(acpi_madt_next_gicc(&t, &cursor, &cpu) && cpu.mpidr == 2 && !cpu.enabled);
	CHECK(acpi_madt_next_gicc(&t, &cursor, &cpu) && cpu.mpidr == 3 && cpu.online_capable);
	CHECK(acpi_madt_next_gicc(&t, &cursor, &cpu) && cpu.mpidr == 2 && cpu.enabled);
	CHECK(!acpi_madt_next_gicc(&t, &cursor, &cpu));
}

/* The worst table that fits the cap must not take time that a person notices. */
TEST(acpi_madt_bounds_work)
{
	u32 bytes = ACPI_MAX_TABLE_BYTES, at, cursor = 0, nr = 0;
	u8 *data = test_bytes(NULL, bytes);
	struct acpi_table t = { .data = data, .length = bytes };
	struct madt_local_apic cpu;

	for (at = 44; at + 16 <= bytes; at += 16) {
		data[at] = 9;
		data[at + 1] = 16;
		put_le32(data + at + 4, at);
		put_le32(data + at + 8, 1);
	}
	while (acpi_madt_next_local_apic(&t, &cursor, &cpu))
		nr++;
	CHECK_EQ(nr, (ACPI_MAX_MADT_BYTES - 44) / 16);
}
