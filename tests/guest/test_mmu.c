// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_mmu - entries of page tables: what is put into a leaf comes out of it again.
 */
#include <arch/mmu.h>
#include <test/test.h>

static const enum map_prot prots[] = {
	MAP_READ, MAP_READ_WRITE, MAP_READ_EXEC, MAP_DEVICE, MAP_SCREEN,
};

/* The bits that say how memory is cached move with the level; an address must not keep one. */
TEST(mmu, a_leaf_keeps_its_address)
{
	for (u32 level = 0; level <= arch_mmu_leaf_level_max(); level++) {
		u64 bytes = PAGE_SIZE << (9 * level);

		for (size_t i = 0; i < ARRAY_SIZE(prots); i++) {
			for (u64 phys = bytes; phys < arch_mmu_phys_limit(); phys <<= 1) {
				u64 pte = arch_pte_leaf(phys, prots[i], level);

				EXPECT_EQ(arch_pte_phys(pte), phys);
				EXPECT(!arch_pte_is_table(pte, level));
			}
		}
	}
}

TEST(mmu, a_table_keeps_its_address)
{
	for (u64 phys = PAGE_SIZE; phys < arch_mmu_phys_limit(); phys <<= 1) {
		u64 pte = arch_pte_table(phys);

		EXPECT_EQ(arch_pte_phys(pte), phys);
		EXPECT(arch_pte_is_table(pte, 1));
	}
}
