// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_place - every place that is counted is one, and no other.
 */
#include "test.h"
#include <place.h>

#define MIB (1ull << 20)

static bool lies_free(const struct ranges *free, u64 at, u64 bytes, u64 top)
{
	return at && at % PLACE_ALIGN == 0 && at + bytes <= top && ranges_contain(free, at, bytes);
}

TEST(place_counts_what_there_is)
{
	struct ranges r = { 0 };
	u64 n;

	ranges_add(&r, 0, 640 << 10);
	ranges_add(&r, 1 * MIB, 4 * MIB);     /* 2 MiB; not 4, when 2 are needed */
	ranges_add(&r, 9 * MIB - 1, 4 * MIB); /* 10 */
	ranges_add(&r, 16 * MIB, 8 * MIB);    /* 16 18 20 22 */
	n = place_count(&r, 2 * MIB, UINT64_MAX);
	CHECK_EQ(n, 6);
	for (u64 i = 0; i < n; i++)
		CHECK(lies_free(&r, place_at(&r, 2 * MIB, UINT64_MAX, i), 2 * MIB, UINT64_MAX));
	CHECK_EQ(place_at(&r, 2 * MIB, UINT64_MAX, 0), 2 * MIB);
	CHECK_EQ(place_at(&r, 2 * MIB, UINT64_MAX, 5), 22 * MIB);
	CHECK_EQ(place_at(&r, 2 * MIB, UINT64_MAX, 6), 0);
	CHECK_EQ(place_count(&r, 2 * MIB, 20 * MIB), 4);
	CHECK_EQ(place_count(&r, 2 * MIB, 20 * MIB - 1), 3);
	CHECK_EQ(place_count(&r, 9 * MIB, UINT64_MAX), 0);
}

TEST(place_is_never_the_lowest)
{
	struct ranges r = { 0 };

	ranges_add(&r, 0, 4 * MIB);
	CHECK_EQ(place_count(&r, 1, UINT64_MAX), 1);
	CHECK_EQ(place_at(&r, 1, UINT64_MAX, 0), 2 * MIB);
}

TEST(place_survives_the_end_of_the_address_space)
{
	struct ranges r = { 0 };

	ranges_add(&r, UINT64_MAX - 100, 100);
	ranges_add(&r, UINT64_MAX - 8 * MIB, 3 * MIB);
	for (u64 i = 0; i < place_count(&r, 4096, UINT64_MAX); i++)
		CHECK(lies_free(&r, place_at(&r, 4096, UINT64_MAX, i), 4096, UINT64_MAX));
	CHECK_EQ(place_count(&r, UINT64_MAX, UINT64_MAX), 0);
}

TEST(place_middle_is_far_from_both_ends)
{
	struct ranges r = { 0 };

	CHECK_EQ(place_middle(&r, 8 * MIB, 2 * MIB, 0, UINT64_MAX), 0);
	ranges_add(&r, 1 * MIB, 200 * MIB);
	ranges_add(&r, 4096 * MIB, 2048 * MIB);
	/* Of the part that is allowed: 64 to 201 MiB. */
	CHECK_EQ(place_middle(&r, 8 * MIB, 2 * MIB, 64 * MIB, 4096 * MIB), 128 * MIB);
	CHECK_EQ(place_middle(&r, 8 * MIB, 2 * MIB, 64 * MIB, UINT64_MAX), 5116 * MIB);
	CHECK_EQ(place_middle(&r, 8 * MIB, 2 * MIB, 200 * MIB, 4096 * MIB), 0);
	CHECK_EQ(place_middle(&r, 200 * MIB, 2 * MIB, 0, 4096 * MIB), 0);
	CHECK_EQ(place_middle(&r, 199 * MIB, 2 * MIB, 0, 4096 * MIB), 2 * MIB);
	CHECK_EQ(place_middle(&r, 8 * MIB, 64 * MIB, 0, 4096 * MIB), 128 * MIB);
	CHECK_EQ(place_middle(&r, 8 * MIB, 64 * MIB, 0, UINT64_MAX), 5120 * MIB);
}

TEST(place_log_top_follows_memory)
{
	struct ranges r = { 0 };

	CHECK_EQ(place_log_top(&r), 65536 * MIB);
	ranges_add(&r, UINT64_MAX - 8 * MIB, MIB);
	CHECK_EQ(place_log_top(&r), UINT64_MAX);
	ranges_add(&r, (1ull << 40) + 5 * MIB, MIB);
	CHECK_EQ(place_log_top(&r), (1ull << 40) + 65536 * MIB);
	ranges_add(&r, 4096, 4096);
	CHECK_EQ(place_log_top(&r), 65536 * MIB);
}

/* What was placed is looked at, though usable memory differs a little at the next boot. */
TEST(place_log_is_where_it_is_looked_for)
{
	for (u64 usable = 16 * MIB; usable < 8192 * MIB; usable += 8 * MIB) {
		for (u64 then = usable / 2; then <= usable + usable / 5; then += 8 * MIB)
			CHECK_EQ(place_log_step(usable) % place_log_scan_step(then), 0);
	}
	CHECK_EQ(place_log_step(0), PLACE_ALIGN);
	CHECK_EQ(place_log_step(UINT64_MAX), 256 * MIB);
}
