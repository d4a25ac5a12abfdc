// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_smbios - product names out of tables that are written here, and cut anywhere; names of files
 * out of product names.
 */
#include "test.h"
#include <smbios.h>

/* A BIOS structure with two strings, a system structure with three, the end. */
static const char table[] = "\0\6\0\0\1\2"
			    "Maker\0"
			    "1.0\0\0"
			    "\1\x8\1\0\1\2\3\0"
			    "Maker\0"
			    "Standard PC (Q35 + ICH9, 2009)\0"
			    "v\0\0"
			    "\x7f\4\2\0\0";

static char product[40];

static void find(const char *bytes, size_t n)
{
	smbios_product(test_bytes(bytes, n), n, product, sizeof(product));
}

TEST(smbios_finds_the_product)
{
	find(table, sizeof(table));
	CHECK_STR(product, "Standard PC (Q35 + ICH9, 2009)");
}

TEST(smbios_cut_anywhere_is_read_no_further)
{
	size_t whole = sizeof(table) - 6;

	for (size_t n = 0; n < sizeof(table); n++) {
		find(table, n);
		CHECK_STR(product, n >= whole ? "Standard PC (Q35 + ICH9, 2009)" : "");
	}
}

TEST(smbios_survives_odd_structures)
{
	find("\1\6\0\0\1\0\0", 8);
	CHECK_STR(product, "");
	find("\1\6\0\0\1\x9"
	     "a\0\0",
	     9);
	CHECK_STR(product, "");
	find("\1\4\0\0"
	     "a\0\0",
	     7);
	CHECK_STR(product, "");
	find("\1\3\0\0\0\0\0\0", 8);
	CHECK_STR(product, "");
	find("\x7f\4\0\0\0\0\1\6\0\0\0\1"
	     "a\0\0",
	     15);
	CHECK_STR(product, "");
}

/* @at: where the byte is that makes the sum 0. */
static void entry_seal(u8 *e, u32 n, u32 at)
{
	e[at] = 0;
	for (u32 i = 0; i < n; i++)
		e[at] -= i == at ? 0 : e[i];
}

TEST(smbios_knows_both_entry_points)
{
	u8 e[32] = { 0 };
	struct smbios_table t;

	CHECK(!smbios_entry(e, sizeof(e), &t));
	memcpy(e, "_SM3_", 5);
	e[12] = 0x34;
	e[13] = 0x12;
	e[20] = 1;
	e[6] = 24;
	CHECK(!smbios_entry(e, sizeof(e), &t));
	entry_seal(e, 24, 5);
	CHECK(smbios_entry(e, sizeof(e), &t));
	CHECK_EQ(t.bytes, 0x1234);
	CHECK_EQ(t.phys, 0x100000000);
	CHECK(!smbios_entry(e, 23, &t));
	memset(e, 0, sizeof(e));
	memcpy(e, "_SM_\0\x1f", 6);
	e[22] = 0x78;
	e[24] = 0x10;
	CHECK(!smbios_entry(e, sizeof(e), &t));
	entry_seal(e, 31, 4);
	CHECK(smbios_entry(e, sizeof(e), &t));
	CHECK_EQ(t.bytes, 0x78);
	CHECK_EQ(t.phys, 0x10);
	CHECK(!smbios_entry(e, 30, &t));
	e[5] = 33;
	entry_seal(e, 32, 4);
	CHECK(!smbios_entry(e, sizeof(e), &t));
}

static void name_is(const char *of, const char *want)
{
	char name[MACHINE_NAME_BYTES];

	machine_name(name, of, "arm64");
	CHECK_STR(name, want);
}

TEST(machine_name_is_fit_for_a_file)
{
	name_is("Standard PC (Q35 + ICH9, 2009)", "standard-pc-q35-ich9-200");
	name_is("20XX ThinkPad", "20xx-thinkpad");
	name_is("  ../..\\a:b ", "a-b");
	name_is("", "arm64");
	name_is(" - ", "arm64");
	name_is("abcdefghijklmnopqrstuvw- x", "abcdefghijklmnopqrstuvw");
	name_is("\xc3\x9c-Box", "box");
}
