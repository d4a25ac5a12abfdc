// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_boot - what the loader said, held against what became of it: memory that the firmware keeps
 * for itself is known and is nobody's to take, nor is the image.
 */
#include <arch/boot_info.h>
#include <core/memory.h>
#include <test/test.h>

static bool is_free_somewhere(u64 base, u64 bytes)
{
	for (u32 i = 0; i < memory_free.nr; i++)
		if (memory_free.at[i].start < base + bytes && base < memory_free.at[i].end)
			return true;
	return false;
}

/* Every machine has such a range: ROMs and tables, or the device tree. */
TEST(boot, reserved_memory_is_not_free)
{
	const struct boot_ranges *reserved = &boot_info.reserved;

	EXPECT(reserved->nr > 0);
	for (u32 i = 0; i < reserved->nr; i++)
		EXPECT(!is_free_somewhere(reserved->at[i].base, reserved->at[i].bytes));
	EXPECT(!is_free_somewhere(boot_info.image_phys, boot_info.image_bytes));
}
