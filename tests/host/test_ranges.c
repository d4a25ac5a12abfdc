// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_ranges - sets of ranges against a map of single bytes, at the ends of the address space, and
 * full.
 */
#include "test.h"
#include <lib/ranges.h>

enum { SPACE = 256 };

/* Sorted, not empty, neither overlapping nor touching: what a set promises about itself. */
static bool is_sound(const struct ranges *set)
{
	u32 i;

	for (i = 0; i < set->nr; i++) {
		if (set->at[i].start >= set->at[i].end)
			return false;
		if (i && set->at[i].start <= set->at[i - 1].end)
			return false;
	}
	return true;
}

static bool covers_as(const struct ranges *set, const bool *map)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < SPACE; i++) {
		sum += map[i];
		if (ranges_contain(set, i, 1) != map[i])
			return false;
	}
	return ranges_bytes(set) == sum;
}

static void align_map(bool *map, u32 align)
{
	u32 at, i;
	bool all;

	for (at = 0; at < SPACE; at += align) {
		all = true;
		for (i = 0; i < align; i++)
			all &= map[at + i];
		for (i = 0; i < align; i++)
			map[at + i] = all;
	}
}

TEST(ranges_agree_with_a_map_of_bytes)
{
	struct ranges *set = test_bytes(NULL, sizeof(*set));
	bool map[SPACE] = { 0 };
	u64 state = 7;
	u32 step, wrong = 0;

	for (step = 0; step < 20000; step++) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		u32 start = (u32)(state >> 40) % SPACE;
		u32 bytes = (u32)(state >> 50) % (SPACE / 8);
		bool add = state >> 39 & 1;

		if (bytes > SPACE - start)
			bytes = SPACE - start;
		if (step % 50 == 49) {
			ranges_align(set, 4);
			align_map(map, 4);
		} else if (add) {
			ranges_add(set, start, bytes);
			memset(map + start, 1, bytes);
		} else {
			ranges_remove(set, start, bytes);
			memset(map + start, 0, bytes);
		}
		wrong += !is_sound(set) || !covers_as(set, map);
	}
	CHECK_EQ(wrong, 0);
	CHECK_EQ(set->nr_dropped, 0);
}

TEST(ranges_at_the_top_of_the_address_space)
{
	struct ranges *set = test_bytes(NULL, sizeof(*set));

	ranges_add(set, UINT64_MAX - 0xfff, 0x10000);
	CHECK(set->nr == 1 && set->at[0].end == UINT64_MAX);
	ranges_add(set, UINT64_MAX, 5);
	ranges_add(set, 0, 0);
	CHECK_EQ(set->nr, 1);
	ranges_align(set, 0x1000);
	CHECK_EQ(set->nr, 0);
	ranges_add(set, UINT64_MAX - 5, 3);
	ranges_align(set, 0x1000);
	CHECK_EQ(set->nr, 0);
	ranges_add(set, 0, UINT64_MAX);
	ranges_remove(set, 0x1000, UINT64_MAX);
	CHECK(set->nr == 1 && ranges_bytes(set) == 0x1000);
	CHECK(ranges_contain(set, 0, 0x1000) && !ranges_contain(set, 1, 0x1000));
	CHECK(!ranges_contain(set, 0x800, UINT64_MAX) && !ranges_contain(set, 0x1000, 0));
}

TEST(ranges_overlap_with_a_byte)
{
	struct ranges *set = test_bytes(NULL, sizeof(*set));

	ranges_add(set, 0x1000, 0x1000);
	ranges_add(set, 0x4000, 0x1000);
	CHECK(!ranges_overlap(set, 0, 0x1000) && ranges_overlap(set, 0, 0x1001));
	CHECK(ranges_overlap(set, 0x1fff, 1) && !ranges_overlap(set, 0x2000, 0x2000));
	CHECK(ranges_overlap(set, 0x1800, 0x10) && ranges_overlap(set, 0x3000, UINT64_MAX));
	CHECK(!ranges_overlap(set, 0x1800, 0) && !ranges_overlap(set, 0x5000, UINT64_MAX));
}

TEST(ranges_drop_memory_when_full)
{
	struct ranges *set = test_bytes(NULL, sizeof(*set));
	u64 i, before;

	for (i = 0; i < RANGES_MAX + 10; i++)
		ranges_add(set, i * 0x1000, 0x800);
	CHECK(set->nr == RANGES_MAX && set->nr_dropped == 10 && is_sound(set));
	before = ranges_bytes(set);
	ranges_remove(set, 0x100, 0x100);
	CHECK(is_sound(set) && ranges_bytes(set) < before && !ranges_contain(set, 0x100, 1));
	ranges_add(set, 0, RANGES_MAX * 0x1000);
	CHECK(set->nr == 1 && ranges_bytes(set) == RANGES_MAX * 0x1000);
}
