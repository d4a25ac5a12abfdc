// SPDX-License-Identifier: GPL-2.0-only
/*
 * mmu - entries for 4 KiB granules and 48-bit addresses (Arm ARM D8), and the change of roots.
 *
 * The same bits serve EL1 and EL2 with VHE. Everything is global, inner shareable, accessed from
 * the start; writable and executable exclude each other, and WXN makes the CPU agree. The pure
 * functions also run before the MMU is on.
 */
#include <arch/boot_info.h>
#include <arch/cpu.h>
#include <arch/mmu.h>
#include <asm/sysreg.h>

#include "arm64.h"

#define PTE_VALID	 (1ul << 0)
#define PTE_TABLE_PAGE	 (1ul << 1) /* a table above level 0, a page at level 0 */
#define PTE_DEVICE	 (1ul << 2) /* index 1 of MAIR, see boot_el.S; 0 is normal memory */
#define PTE_UNCACHED	 (2ul << 2) /* index 2: normal memory without caches */
#define PTE_READ_ONLY	 (1ul << 7)
#define PTE_SHARED_INNER (3ul << 8)
#define PTE_ACCESSED	 (1ul << 10)
#define PTE_PXN		 (1ul << 53)
#define PTE_UXN		 (1ul << 54)
#define PTE_PHYS_MASK	 0x0000fffffffff000ul

#define TCR_EPD0  (1ul << 7)
#define SCTLR_WXN (1ul << 19)

static u64 mmu_root_phys;

u64 arch_pte_table(u64 phys)
{
	return phys | PTE_VALID | PTE_TABLE_PAGE;
}

u64 arch_pte_leaf(u64 phys, enum map_prot prot, u32 level)
{
	u64 pte = phys | PTE_VALID | PTE_SHARED_INNER | PTE_ACCESSED | PTE_UXN;

	if (level == 0)
		pte |= PTE_TABLE_PAGE;
	if (prot == MAP_DEVICE)
		pte |= PTE_DEVICE;
	if (prot == MAP_SCREEN)
		pte |= PTE_UNCACHED;
	if (prot == MAP_READ || prot == MAP_READ_EXEC)
		pte |= PTE_READ_ONLY;
	if (prot != MAP_READ_EXEC)
		pte |= PTE_PXN;
	return pte;
}

bool arch_pte_is_table(u64 pte, u32 level)
{
	return level > 0 && (pte & (PTE_VALID | PTE_TABLE_PAGE)) == (PTE_VALID | PTE_TABLE_PAGE);
}

u64 arch_pte_phys(u64 pte)
{
	return pte & PTE_PHYS_MASK;
}

u32 arch_mmu_leaf_level_max(void)
{
	return 2;
}

/* What the CPU says, at most what fits between PHYS_MAP_BASE and the image. */
u64 arch_mmu_phys_limit(void)
{
	static const u8 bits[] = { 32, 36, 40, 42, 44, 47 };
	u32 range = id_field(sysreg_read(id_aa64mmfr0_el1), 0);

	return 1ul << (range < ARRAY_SIZE(bits) ? bits[range] : 47);
}

u64 arm64_root_phys(void)
{
	return mmu_root_phys;
}

void arch_mmu_enable(u64 root_phys)
{
	/* The entries may just have been written: visible to the walker before it starts there. */
	dsb(ishst);
	if (sysreg_read(ttbr1_el1) != root_phys)
		boot_root_switch(root_phys, boot_info.image_phys);
	mmu_root_phys = root_phys;
	sysreg_write(sctlr_el1, sysreg_read(sctlr_el1) | SCTLR_WXN);
	isb();
}

void arch_mmu_sync(void)
{
	dsb(ishst);
	isb();
}

void arm64_low_map_drop(void)
{
	sysreg_write(tcr_el1, sysreg_read(tcr_el1) | TCR_EPD0);
	isb();
	__asm__ __volatile__("tlbi vmalle1" : : : "memory");
	dsb(nsh);
	isb();
}

void arch_cache_clean(const void *p, size_t bytes)
{
	u64 line = 4ul << id_field(sysreg_read(ctr_el0), 16);

	for (u64 at = align_down((u64)p, line); at < (u64)p + bytes; at += line)
		__asm__ __volatile__("dc cvac, %0" : : "r"(at) : "memory");
	dsb(sy);
}
