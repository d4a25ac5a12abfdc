// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_multiboot2 - informations written here, and those that GRUB 2.06 handed over on SeaBIOS and
 * on OVMF.
 */
#include "test.h"
#include <lib/efi_map.h>
#include <lib/multiboot2.h>

enum { INFO_MAX = 1024 };

/* Built tag by tag; the last call ends it. */
struct info {
	u8 bytes[INFO_MAX];
	u32 used;
};

static void put32(u8 *p, u32 v)
{
	memcpy(p, &v, sizeof(v));
}

static void put64(u8 *p, u64 v)
{
	memcpy(p, &v, sizeof(v));
}

static void info_begin(struct info *i)
{
	*i = (struct info){ .used = 8 };
}

static u8 *info_tag(struct info *i, u32 type, u32 bytes)
{
	u8 *p = i->bytes + i->used;

	put32(p, type);
	put32(p + 4, bytes);
	i->used += (bytes + 7) & ~7u;
	return p + 8;
}

static const void *info_end(struct info *i)
{
	info_tag(i, 0, 8);
	put32(i->bytes, i->used);
	return test_bytes(i->bytes, i->used);
}

static bool info_read(struct info *i, struct multiboot2 *mb)
{
	const void *at = info_end(i);

	return multiboot2_read(at, i->used, mb);
}

static void add_screen(struct info *i, u8 type, u8 bits)
{
	u8 *p = info_tag(i, 8, 38);

	put64(p, 0x1fd000000ull);
	put32(p + 8, 4096);
	put32(p + 12, 1000);
	put32(p + 16, 700);
	p[20] = bits;
	p[21] = type;
	memcpy(p + 24, "\x10\x08\x08\x08\x00\x08", 6);
}

static u8 *add_map(struct info *i, u32 entry_bytes, u32 nr)
{
	u8 *p = info_tag(i, 6, 16 + entry_bytes * nr);

	put32(p, entry_bytes);
	return p + 8;
}

TEST(multiboot2_reads_what_it_knows)
{
	struct multiboot2 mb;
	struct info i;
	const u8 *at;

	info_begin(&i);
	memcpy(info_tag(&i, 1, 8 + 8), "a=1 b=2", 8);
	memset(info_tag(&i, 3, 23), 0x5a, 15);
	memset(info_tag(&i, 14, 28), 1, 20);
	memset(info_tag(&i, 15, 44), 2, 36);
	memset(info_tag(&i, 14, 28), 3, 20);
	add_screen(&i, 1, 32);
	put32(info_tag(&i, 21, 12), 0x1600000);
	at = info_end(&i);
	CHECK(multiboot2_read(at, i.used, &mb) && mb.is_whole);
	CHECK_EQ(mb.bytes, i.used);
	CHECK_STR((const char *)mb.cmdline.at, "a=1 b=2");
	CHECK_EQ(mb.cmdline.bytes, 8);
	CHECK(mb.rsdp.bytes == 36 && mb.rsdp.at[0] == 2);
	CHECK(mb.screen.phys == 0x1fd000000ull && mb.screen.pitch_bytes == 4096);
	CHECK(mb.screen.width == 1000 && mb.screen.height == 700 && mb.screen.pixel_bytes == 4);
	CHECK(mb.screen.bytes == 4096 * 700 && mb.screen.red.shift == 16);
	CHECK(mb.screen.blue.bits == 8 && mb.screen.green.shift == 8);
	CHECK(!mb.map.at && !mb.efi_map.at);
}

TEST(multiboot2_steps_by_the_size_of_an_entry)
{
	struct multiboot2_range r;
	struct multiboot2 mb;
	u32 cursor = 0;
	struct info i;
	u8 *p;

	info_begin(&i);
	p = add_map(&i, 32, 2);
	put64(p, 0x100000);
	put64(p + 8, 0x7f00000);
	put32(p + 16, 1);
	put64(p + 32, 0xfeffc000);
	put64(p + 40, 0x4000);
	put32(p + 48, 2);
	CHECK(info_read(&i, &mb));
	CHECK(multiboot2_map_next(&mb, &cursor, &r) && r.base == 0x100000 && r.is_ram);
	CHECK(multiboot2_map_next(&mb, &cursor, &r) && r.bytes == 0x4000 && !r.is_ram);
	CHECK(!multiboot2_map_next(&mb, &cursor, &r));
}

TEST(multiboot2_refuses_entries_that_are_too_short)
{
	struct multiboot2_range r;
	struct multiboot2 mb;
	u32 cursor = 0;
	struct info i;

	info_begin(&i);
	add_map(&i, 16, 2);
	add_map(&i, 0, 2);
	CHECK(info_read(&i, &mb));
	CHECK(!mb.map.at && !multiboot2_map_next(&mb, &cursor, &r));
}

TEST(multiboot2_bounds_the_whole)
{
	struct multiboot2 mb;
	struct info i;
	u8 *p;

	info_begin(&i);
	p = (u8 *)info_end(&i);
	CHECK(multiboot2_read(p, 16, &mb) && mb.is_whole);
	CHECK(!multiboot2_read(p, 15, &mb));
	CHECK(!multiboot2_read(p, 7, &mb));
	CHECK(!multiboot2_read(NULL, 16, &mb));
	put32(p, 15);
	CHECK(!multiboot2_read(p, 16, &mb));
	put32(p, MULTIBOOT2_BYTES_MAX + 8);
	CHECK(!multiboot2_read(p, UINT64_MAX, &mb));
	CHECK(!multiboot2_read((u8 *)test_bytes(NULL, 32) + 4, 16, &mb));
}

/* What came before the damage stands. */
TEST(multiboot2_ends_at_damage)
{
	static const u32 sizes[] = { 0, 7, 4096, 0xfffffff9, 0xffffffff };
	struct multiboot2 mb;
	struct info i;

	for (size_t n = 0; n < ARRAY_SIZE(sizes); n++) {
		info_begin(&i);
		memcpy(info_tag(&i, 1, 8 + 4), "x=1", 4);
		put32(info_tag(&i, 21, 12) - 4, sizes[n]);
		CHECK(info_read(&i, &mb) && !mb.is_whole);
		CHECK(mb.cmdline.bytes == 4);
	}
}

/* Text is no frame buffer, and a frame buffer must hold what it shows. */
TEST(multiboot2_takes_colours_only)
{
	struct multiboot2 mb;
	struct info i;

	info_begin(&i);
	add_screen(&i, 2, 16);
	add_screen(&i, 0, 8);
	add_screen(&i, 1, 8);
	add_screen(&i, 1, 200);
	put32(i.bytes + i.used - 40 + 16, 3999);
	add_screen(&i, 1, 32);
	put32(i.bytes + i.used - 40 + 16, 3999);
	CHECK(info_read(&i, &mb) && !mb.screen.bytes);

	info_begin(&i);
	add_screen(&i, 2, 16);
	add_screen(&i, 1, 24);
	CHECK(info_read(&i, &mb));
	CHECK(mb.screen.pixel_bytes == 3 && mb.screen.bytes);
}

static void read_file(const char *name, struct multiboot2 *mb)
{
	size_t bytes;
	void *info = test_file(name, &bytes);

	CHECK(multiboot2_read(info, bytes, mb) && mb->is_whole);
	CHECK_EQ(mb->bytes, bytes);
	CHECK_STR((const char *)mb->cmdline.at, "tests=boot exit=halt");
	CHECK(mb->screen.width == 800 && mb->screen.height == 600 && mb->screen.pixel_bytes == 3);
	CHECK_EQ(mb->screen.pitch_bytes, 2400);
	CHECK(mb->rsdp.at && !memcmp(mb->rsdp.at, "RSD PTR ", 8));
}

TEST(multiboot2_reads_grub_on_seabios)
{
	struct multiboot2_range r;
	struct multiboot2 mb;
	u32 cursor = 0, nr = 0;
	u64 ram = 0;

	read_file("q35-seabios.mb2", &mb);
	CHECK(!mb.efi_map.at && mb.rsdp.bytes == 20);
	for (; multiboot2_map_next(&mb, &cursor, &r); nr++)
		ram += r.is_ram ? r.bytes : 0;
	CHECK_EQ(nr, 9);
	CHECK_EQ(ram, 0x9fc00 + 0xfedf000);
}

TEST(multiboot2_reads_grub_on_ovmf)
{
	struct efi_range range;
	struct multiboot2 mb;
	struct efi_map map;
	u64 cursor = 0;
	u32 nr = 0;

	read_file("q35-ovmf.mb2", &mb);
	CHECK(mb.map.at && mb.rsdp.bytes == 36);
	CHECK_EQ(mb.efi_map.entry_bytes, 48);
	CHECK(efi_map_open(&map, mb.efi_map.at, mb.efi_map.bytes, mb.efi_map.entry_bytes));
	while (efi_map_next(&map, &cursor, &range))
		nr++;
	CHECK_EQ(nr, 133);
	CHECK_EQ(map.nr_bad, 0);
}
