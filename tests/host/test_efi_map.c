// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_efi_map - maps that OVMF and AAVMF handed over to our loader, and made-up ones with what
 * firmware has been seen to do: long entries, no order, overlaps, nothing, nonsense.
 */
#include "aid_elf.h"
#include <lib/efi_map.h>
#include <lib/ranges.h>

enum { ENTRY = 48 };

static struct ranges unused, reserved;
static u32 nr_bad;

static bool read_map(const void *entries, u64 bytes, u32 entry_bytes)
{
	struct efi_map map;
	struct efi_range r;
	u64 cursor = 0;

	unused = reserved = (struct ranges){ 0 };
	if (!efi_map_open(&map, entries, bytes, entry_bytes))
		return false;
	while (efi_map_next(&map, &cursor, &r)) {
		CHECK(r.bytes && r.base + r.bytes >= r.base);
		ranges_add(r.use == EFI_USE_FREE ? &unused : &reserved, r.base, r.bytes);
	}
	nr_bad = map.nr_bad;
	return true;
}

static u8 *entry_put(u8 *e, u32 type, u64 base, u64 pages)
{
	put_le(e, type, 4);
	put_le(e + 8, base, 8);
	put_le(e + 24, pages, 8);
	put_le(e + 32, 0xf, 8); /* how it can be cached */
	return e + ENTRY;
}

/* A recorded map; the machine's RAM and what of it lies free. */
static void check_recorded(const char *name, u64 free_kib)
{
	size_t bytes;
	const void *map = test_file(name, &bytes);

	CHECK(read_map(map, bytes, ENTRY));
	CHECK_EQ(nr_bad, 0);
	CHECK_EQ(unused.nr_dropped, 0);
	CHECK_EQ(ranges_bytes(&unused) >> 10, free_kib);
	for (u32 i = 0; i < reserved.nr; i++) {
		struct ranges both = unused;

		ranges_remove(&both, reserved.at[i].start,
			      reserved.at[i].end - reserved.at[i].start);
		CHECK_EQ(ranges_bytes(&both), ranges_bytes(&unused));
	}
	/* Cut anywhere: read no further. */
	for (size_t n = 0; n < bytes; n += 7)
		CHECK_EQ(read_map(test_bytes(map, n), n, ENTRY), n >= ENTRY);
}

TEST(efi_map_reads_recorded_maps)
{
	check_recorded("q35-ovmf.efimap", 517688);
	check_recorded("q35-ovmf-18g.efimap", 18867768);
	check_recorded("virt-aavmf.efimap", 517248);
}

TEST(efi_map_steps_by_the_firmwares_stride)
{
	u8 *m = test_bytes(NULL, 3 * 64);

	memset(m, 0xa5, 3 * 64);
	entry_put(m, 7, 0x100000, 16);
	entry_put(m + 64, 0, 0x200000, 1);
	entry_put(m + 128, 4, 0x0, 1);
	CHECK(read_map(m, 3 * 64, 64));
	CHECK_EQ(unused.nr, 2);
	CHECK_EQ(unused.at[1].start, 0x100000);
	CHECK_EQ(ranges_bytes(&reserved), 4096);
}

TEST(efi_map_refuses_what_is_no_map)
{
	u8 *m = test_bytes(NULL, ENTRY);

	CHECK(!read_map(NULL, ENTRY, ENTRY));
	CHECK(!read_map(m, ENTRY, 39));
	CHECK(!read_map(m, ENTRY, 0));
	CHECK(!read_map(m, ENTRY - 1, ENTRY));
	CHECK(!read_map(m, 0, ENTRY));
	CHECK(!read_map(m, ENTRY, 0x6a9f0000));
	entry_put(m, 7, 0, 1);
	CHECK(read_map(m, ENTRY, 40));
	CHECK_EQ(unused.nr, 1);
}

TEST(efi_map_passes_over_what_cannot_be)
{
	u8 *m = test_bytes(NULL, 6 * ENTRY), *e = m;

	memset(m, 0, 6 * ENTRY);
	e = entry_put(e, 7, 0x5000, 0);
	e = entry_put(e, 7, 0x1000, 1ull << 52);
	e = entry_put(e, 7, UINT64_MAX - 0xfff, 2);
	e = entry_put(e, 7, 0x300000, UINT64_MAX);
	e = entry_put(e, 7, 0x800000, 1);
	entry_put(e, 7, 0x400000, 1);
	CHECK(read_map(m, 6 * ENTRY, ENTRY));
	CHECK_EQ(nr_bad, 3);
	CHECK_EQ(unused.nr, 2);
	CHECK_EQ(unused.at[0].start, 0x400000);
}

TEST(efi_map_leaves_memory_of_a_special_purpose)
{
	u8 *m = test_bytes(NULL, ENTRY);

	memset(m, 0, ENTRY);
	entry_put(m, 7, 0x100000, 1);
	put_le(m + 32, 0x4000f, 8);
	CHECK(read_map(m, ENTRY, ENTRY));
	CHECK_EQ(unused.nr, 0);
	CHECK_EQ(reserved.nr, 1);
	put_le(m + 32, 0xf, 8);
	CHECK(read_map(m, ENTRY, ENTRY));
	CHECK_EQ(unused.nr, 1);
}

TEST(efi_map_knows_what_becomes_free)
{
	for (u32 type = 0; type < 20; type++) {
		u8 *m = test_bytes(NULL, ENTRY);

		memset(m, 0, ENTRY);
		entry_put(m, type == 19 ? 0x80000001 : type, 0x100000, 1);
		CHECK(read_map(m, ENTRY, ENTRY));
		CHECK_EQ(unused.nr, (type >= 1 && type <= 4) || type == 7);
		CHECK_EQ(reserved.nr, !unused.nr);
	}
}
