// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_handover - a structure that was finished is valid; with any bit of it changed it is not.
 */
#include "test.h"
#include <lib/handover.h>

TEST(handover_is_whole_or_nothing)
{
	struct handover h = { .cmdline = "profile=quick", .kernel_phys = 0x4000000, .seed = 7 };
	u8 *bytes = (u8 *)&h;

	CHECK(!handover_is_valid(&h));
	handover_finish(&h);
	CHECK(handover_is_valid(&h));
	for (u32 i = 0; i < sizeof(h) * 8; i++) {
		bytes[i / 8] ^= (u8)(1 << i % 8);
		CHECK(!handover_is_valid(&h));
		bytes[i / 8] ^= (u8)(1 << i % 8);
	}
	CHECK(handover_is_valid(&h));
}

TEST(handover_of_another_version_is_none)
{
	struct handover h = { .seed = 1 };

	handover_finish(&h);
	h.version++;
	CHECK(!handover_is_valid(&h));
	handover_finish(&h);
	h.bytes--;
	CHECK(!handover_is_valid(&h));
}

/* Both ABIs that share it must lay it out alike: no padding that a compiler chose. */
TEST(handover_layout_is_fixed)
{
	CHECK_EQ(offsetof(struct handover, cmdline), 24);
	CHECK_EQ(offsetof(struct handover, kernel_phys), 1048);
	CHECK_EQ(offsetof(struct handover, map_entry_bytes), 1080);
	CHECK_EQ(offsetof(struct handover, rsdp_phys), 1088);
	CHECK_EQ(offsetof(struct handover, screen), 1152);
	CHECK_EQ(sizeof(struct screen_mode), 40);
	CHECK_EQ(sizeof(struct handover), 1192);
}
