// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_elf - kernels that are well, and every way in which one is not.
 */
#include "aid_elf.h"

static struct elf elf;

static const char *open(const u8 *file, u64 bytes)
{
	const char *wrong = elf_open(&elf, file, bytes, ELF_X86_64);

	return wrong ? wrong : "";
}

TEST(elf_places_segments)
{
	u8 *f = elf_file_new();

	CHECK_STR(open(f, ELF_FILE_BYTES), "");
	CHECK_EQ(elf.nr, 2);
	CHECK_EQ(elf.bytes, 0x7000);
	CHECK_EQ(elf.entry, 0x10);
	CHECK_EQ(elf.segment[1].at, 0x2000);
	CHECK_EQ(elf.segment[1].file_at, 0x2800);
	CHECK_EQ(elf.segment[1].file_bytes, 0x800);
	CHECK_EQ(elf.segment[1].bytes, 0x5000);
}

TEST(elf_finds_the_entry_by_either_address)
{
	u8 *f = elf_file_new();

	put_le(f + 24, 0xffffffff80000040, 8);
	CHECK_STR(open(f, ELF_FILE_BYTES), "");
	CHECK_EQ(elf.entry, 0x40);
	put_le(f + 24, 0xffffffff80002004, 8);
	CHECK_STR(open(f, ELF_FILE_BYTES), "");
	CHECK_EQ(elf.entry, 0x2004);
	/* In .bss is nothing to run. */
	put_le(f + 24, 0x202800, 8);
	CHECK_STR(open(f, ELF_FILE_BYTES), "its entry lies outside of it");
	put_le(f + 24, 0, 8);
	CHECK_STR(open(f, ELF_FILE_BYTES), "its entry lies outside of it");
}

TEST(elf_says_what_a_file_is)
{
	u8 *f = elf_file_new();

	CHECK_STR(open(f, 0), "it is not an ELF file");
	CHECK_STR(open((const u8 *)"hello", 5), "it is not an ELF file");
	CHECK_STR(open(f, 63), "it is cut short");
	CHECK(!strcmp(elf_open(&elf, f, ELF_FILE_BYTES, ELF_AARCH64),
		      "it is for another kind of machine"));
	f[4] = 1;
	CHECK_STR(open(f, ELF_FILE_BYTES), "it is an ELF file, but no kernel");
	f[4] = 2;
	f[16] = 3;
	CHECK_STR(open(f, ELF_FILE_BYTES), "it is an ELF file, but no kernel");
}

TEST(elf_cut_anywhere_is_cut_short)
{
	u8 *f = elf_file_new();

	for (u64 n = 4; n < ELF_FILE_BYTES; n++)
		CHECK_STR(open(test_bytes(f, n), n), "it is cut short");
}

/* Each: what to put where in which program header, and what is said. */
TEST(elf_refuses_segments_that_make_no_sense)
{
	static const struct {
		u32 at;
		u64 value;
		const char *said;
	} rows[] = {
		{ 8, ELF_FILE_BYTES, "it is cut short" },
		{ 8, UINT64_MAX - 0x100, "it is cut short" },
		{ 32, UINT64_MAX, "it is cut short" },
		{ 32, 0x10, NULL },
		{ 40, 0x7ff, "a segment's size makes no sense" },
		{ 40, UINT64_MAX, "a segment's size makes no sense" },
		{ 40, ELF_BYTES_MAX, "its segments lie too far apart" },
		{ 24, 0x201000, "its segments overlap" },
		{ 24, 0x1fc000, "its segments overlap" },
		{ 24, 0x1fb000, NULL },
		{ 24, 0x20200000, "its segments lie too far apart" },
		{ 24, UINT64_MAX - 0x4ffe, "a segment's size makes no sense" },
		{ 16, UINT64_MAX - 0x4ffe, "a segment's size makes no sense" },
	};

	for (u32 i = 0; i < ARRAY_SIZE(rows); i++) {
		u8 *f = elf_file_new();

		put_le(elf_file_program(f, 1) + rows[i].at, rows[i].value, 8);
		CHECK_STR(open(f, ELF_FILE_BYTES), rows[i].said ? rows[i].said : "");
	}
}

TEST(elf_bounds_its_headers)
{
	u8 *f = elf_file_new();

	put_le(f + 56, 33, 2);
	CHECK_STR(open(f, ELF_FILE_BYTES), "its program headers are damaged");
	put_le(f + 56, 0, 2);
	CHECK_STR(open(f, ELF_FILE_BYTES), "it has nothing to load");
	put_le(f + 56, 3, 2);
	put_le(f + 54, 57, 2);
	CHECK_STR(open(f, ELF_FILE_BYTES), "its program headers are damaged");
	put_le(f + 54, 56, 2);
	put_le(f + 32, ELF_FILE_BYTES - 3 * 56 + 1, 8);
	CHECK_STR(open(f, ELF_FILE_BYTES), "it is cut short");
	put_le(f + 32, UINT64_MAX, 8);
	CHECK_STR(open(f, ELF_FILE_BYTES), "it is cut short");
}

TEST(elf_has_room_for_so_many_segments)
{
	u8 *f = elf_file_new();

	put_le(f + 56, 9, 2);
	for (u32 i = 2; i < 9; i++) {
		memcpy(elf_file_program(f, i), elf_file_program(f, 1), 56);
		put_le(elf_file_program(f, i) + 24, 0x300000 + 0x10000 * i, 8);
	}
	CHECK_STR(open(f, ELF_FILE_BYTES), "it has too many segments");
}
