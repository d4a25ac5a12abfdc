// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_acpi_s5 - the package that says how to switch off: in every form of its constants, in what
 * only looks like it, in a recorded definition block, and in that block with every byte damaged.
 */
#include "aid_acpi.h"

static bool find(const char *aml, u32 bytes, struct acpi_s5 *out)
{
	u8 *block = test_bytes(NULL, ACPI_HEADER_BYTES + bytes);
	struct acpi_table t = { .data = block, .length = ACPI_HEADER_BYTES + bytes };

	memset(block, 0, ACPI_HEADER_BYTES);
	memcpy(block + ACPI_HEADER_BYTES, aml, bytes);
	*out = (struct acpi_s5){ 0xee, 0xee };
	return acpi_s5_find(&t, out);
}

#define FIND(aml, out) find(aml, sizeof(aml) - 1, out)

TEST(acpi_s5_reads_constants_of_every_size)
{
	struct acpi_s5 s;

	CHECK(FIND("\x08_S5_\x12\x06\x04\x0a\x05\x0a\x07\x00\x00", &s));
	CHECK(s.type_a == 5 && s.type_b == 7);
	CHECK(FIND("\x08\\_S5_\x12\x06\x04\x00\x01\x00\x00", &s));
	CHECK(s.type_a == 0 && s.type_b == 1);
	CHECK(FIND("\x08_S5_\x12\x4b\x00\x02\x0b\x06\x00\x0c\x03\x00\x00\x00", &s));
	CHECK(s.type_a == 6 && s.type_b == 3);
	CHECK(FIND("\x08_S5_\x12\xcb\x00\x00\x00\x02\x01\x01", &s) && s.type_a == 1);
}

TEST(acpi_s5_passes_over_what_looks_like_it)
{
	struct acpi_s5 s;

	CHECK(!FIND("\x10_S5_\x12\x06\x04\x00\x00", &s));
	CHECK(!FIND("\x08_S5_\x14\x06\x04\x00\x00", &s));
	CHECK(!FIND("\x08_S5_\x12\x03\x01\x00\x00", &s));
	CHECK(!FIND("\x08_S5_\x12\x06\x04\x0a\x08\x00", &s));
	CHECK(!FIND("\x08_S5_\x12\x06\x04\x0b\x05\x01\x00", &s));
	CHECK(!FIND("\x08_S5_\x12\x06\x04\x70\x00\x00", &s));
	CHECK(!FIND("\x08_S4_\x12\x06\x04\x00\x00", &s));
	CHECK(!FIND("\\_S5_\x12\x06\x04\x00\x00", &s));
	CHECK(!FIND("_S5_\x12\x06\x04\x00\x00", &s));
	CHECK(FIND("\x08_S5_\x08_S5_\x12\x06\x02\x01\x01", &s) && s.type_a == 1);
}

TEST(acpi_s5_ends_with_the_block)
{
	static const char aml[] =
		"\x08_S5_\x12\xc6\x00\x00\x00\x04\x0c\x05\x00\x00\x00\x0b\x05\x00";
	struct acpi_s5 s;

	for (u32 bytes = 0; bytes < sizeof(aml) - 1; bytes++)
		CHECK(!find(aml, bytes, &s));
	CHECK(find(aml, sizeof(aml) - 1, &s) && s.type_a == 5 && s.type_b == 5);
}

static u8 *block_recorded(const char *name, struct acpi_table *t)
{
	size_t bytes;
	u8 *data = test_file(name, &bytes);

	*t = (struct acpi_table){ .data = data, .length = (u32)bytes };
	return data;
}

TEST(acpi_s5_of_recorded_machines)
{
	struct acpi_table t;
	struct acpi_s5 s;

	block_recorded("q35-seabios.dsdt", &t);
	CHECK(acpi_s5_find(&t, &s) && s.type_a == 0 && s.type_b == 0);
	block_recorded("microvm.dsdt", &t);
	CHECK(acpi_s5_find(&t, &s) && s.type_a == 5);
}

TEST(acpi_s5_survives_any_damaged_byte)
{
	static const u8 values[] = { 0x00, 0x7f, 0x80, 0xc0, 0xff };
	struct acpi_table t;
	struct acpi_s5 s;
	u8 *data = block_recorded("microvm.dsdt", &t);

	for (u32 at = 0; at < t.length; at++) {
		u8 was = data[at];

		for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
			data[at] = values[i];
			if (acpi_s5_find(&t, &s))
				CHECK(s.type_a <= 7 && s.type_b <= 7);
		}
		data[at] = was;
	}
}
