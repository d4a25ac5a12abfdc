// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_boot_ranges - the way of a firmware's memory map, as core/memory goes it: entries by type,
 * ranges of the boot protocol, what is free.
 *
 * Against a map of single pages: random ranges, and made-up firmware maps of hundreds of entries,
 * unsorted, overlapping, empty, with holes.
 */
#include "test.h"
#include "../../kernel/include/arch/boot_info.h"
#include <lib/efi_map.h>
#include <lib/ranges.h>
#include <lib/string.h>

enum { SPACE = 2048, ENTRY_BYTES = 48, ENTRIES_MAX = 700 };

static u64 random_state = 11;

static u32 random_below(u32 n)
{
	random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(random_state >> 33) % n;
}

/* No two overlap or touch, and they hold just the bytes of @map. */
static bool holds_as(const struct boot_ranges *r, const bool *map)
{
	static bool have[SPACE + 1];

	memset(have, 0, sizeof(have));
	for (u32 i = 0; i < r->nr; i++) {
		u64 base = r->at[i].base, end = base + r->at[i].bytes;

		if (base >= end || end > SPACE || (base && have[base - 1]) || have[end])
			return false;
		for (u64 at = base; at < end; at++) {
			if (have[at])
				return false;
			have[at] = true;
		}
	}
	return !memcmp(have, map, SPACE * sizeof(*map));
}

TEST(boot_ranges_join_what_touches)
{
	struct boot_ranges *r = test_bytes(NULL, sizeof(*r));
	bool map[SPACE] = { 0 };
	u32 wrong = 0;

	for (u32 step = 0; step < 3000; step++) {
		u32 base = random_below(SPACE), bytes = random_below(8);

		if (step % 200 == 0) {
			memset(r, 0, sizeof(*r));
			memset(map, 0, sizeof(map));
		}
		bytes = bytes > SPACE - base ? SPACE - base : bytes;
		boot_range_add(r, base, bytes);
		for (u32 i = 0; i < bytes; i++)
			map[base + i] = true;
		wrong += !holds_as(r, map) || r->nr_dropped;
	}
	CHECK_EQ(wrong, 0);
}

TEST(boot_ranges_at_their_ends)
{
	struct boot_ranges *r = test_bytes(NULL, sizeof(*r));

	boot_range_add(r, UINT64_MAX - 0x1000, 0x5000);
	CHECK(r->nr == 1 && r->at[0].base + r->at[0].bytes == UINT64_MAX);
	boot_range_add(r, UINT64_MAX, 1);
	CHECK(r->nr == 1 && r->nr_dropped == 0);
	for (u64 i = 0; i < BOOT_RANGES_MAX + 9; i++)
		boot_range_add(r, i * 0x2000, 0x1000);
	CHECK(r->nr == BOOT_RANGES_MAX && r->nr_dropped == 10);
	boot_range_add(r, 0x1000, 0x1000); /* closes a gap, so it needs no place */
	CHECK(r->nr == BOOT_RANGES_MAX - 1 && r->nr_dropped == 10);
}

struct firmware {
	u8 entries[ENTRIES_MAX * ENTRY_BYTES];
	u32 nr;
	bool is_ram[SPACE], is_kept[SPACE];
};

static void firmware_add(struct firmware *f, u32 type, u64 page, u64 pages)
{
	u8 *e = f->entries + f->nr++ * ENTRY_BYTES;
	u64 base = page << 12;
	bool is_free = (type >= 1 && type <= 4) || type == 7;

	memset(e, 0, ENTRY_BYTES);
	memcpy(e, &type, sizeof(type));
	memcpy(e + 8, &base, sizeof(base));
	memcpy(e + 24, &pages, sizeof(pages));
	for (u64 at = page; at < page + pages && at < SPACE; at++)
		*(is_free ? &f->is_ram[at] : &f->is_kept[at]) = true;
}

/* Types 0 to 15, most of them boot services' and free; some holes, some overlaps, in any order. */
static void firmware_make(struct firmware *f, u32 nr)
{
	u32 page = 0;

	memset(f, 0, sizeof(*f));
	for (u32 i = 0; i < nr && page < SPACE - 8; i++) {
		u32 pages = random_below(6);

		firmware_add(f, random_below(3) ? 1 + random_below(7) : random_below(16), page,
			     pages);
		page += pages;
		if (!random_below(20))
			page++;
		if (page > 3 && !random_below(30))
			page -= 2;
	}
	for (u32 i = f->nr - 1; i > 0; i--) {
		u32 j = random_below(i + 1);
		u8 e[ENTRY_BYTES];

		memcpy(e, f->entries + i * ENTRY_BYTES, ENTRY_BYTES);
		memcpy(f->entries + i * ENTRY_BYTES, f->entries + j * ENTRY_BYTES, ENTRY_BYTES);
		memcpy(f->entries + j * ENTRY_BYTES, e, ENTRY_BYTES);
	}
}

static void read_firmware(const struct firmware *f, struct boot_ranges *ram,
			  struct boot_ranges *kept)
{
	struct efi_range r;
	struct efi_map map;
	u64 cursor = 0;

	CHECK(efi_map_open(&map, f->entries, f->nr * ENTRY_BYTES, ENTRY_BYTES));
	while (efi_map_next(&map, &cursor, &r))
		boot_range_add(r.use == EFI_USE_FREE ? ram : kept, r.base, r.bytes);
}

static u32 wrong_pages(const struct firmware *f, const struct ranges *free)
{
	u32 wrong = 0;

	for (u64 page = 0; page < SPACE; page++)
		wrong += ranges_contain(free, page << 12, 1 << 12) !=
			 (f->is_ram[page] && !f->is_kept[page]);
	return wrong;
}

TEST(boot_ranges_of_long_maps)
{
	struct boot_ranges *ram = test_bytes(NULL, sizeof(*ram));
	struct boot_ranges *kept = test_bytes(NULL, sizeof(*kept));
	struct ranges *free = test_bytes(NULL, sizeof(*free));
	struct firmware *f = test_bytes(NULL, sizeof(*f));
	u32 wrong = 0, dropped = 0;

	for (u32 round = 0; round < 60; round++) {
		memset(ram, 0, sizeof(*ram));
		memset(kept, 0, sizeof(*kept));
		memset(free, 0, sizeof(*free));
		firmware_make(f, 50 + round * 10);
		read_firmware(f, ram, kept);
		for (u32 i = 0; i < ram->nr; i++)
			ranges_add(free, ram->at[i].base, ram->at[i].bytes);
		for (u32 i = 0; i < kept->nr; i++)
			ranges_remove(free, kept->at[i].base, kept->at[i].bytes);
		wrong += wrong_pages(f, free);
		dropped += ram->nr_dropped + kept->nr_dropped + free->nr_dropped;
	}
	CHECK_EQ(wrong, 0);
	CHECK_EQ(dropped, 0);
}
