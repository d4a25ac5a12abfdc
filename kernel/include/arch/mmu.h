/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mmu - page table entries and the switch to our own tables. core/mapping builds the tables.
 *
 * Both architectures have four levels of 512 entries over 4 KiB pages, so the walk is common and
 * only the entries differ. Level 0 is the page, level 3 the root.
 *
 * Owed by <asm/mmu.h>, as constants: PHYS_MAP_BASE (all RAM is mapped there, so phys_to_virt() is
 * an addition), IMAGE_BASE (link address of the image), STACK_AREA_BASE, DEVICE_AREA_BASE (1 GiB
 * each, own root entries).
 */
#ifndef ARCH_MMU_H
#define ARCH_MMU_H

#include <lib/types.h>

#define PAGE_SHIFT 12
#define PAGE_SIZE  4096ul

/* There is no member that is writable and executable. */
enum map_prot {
	MAP_READ,
	MAP_READ_WRITE,
	MAP_READ_EXEC,
	MAP_DEVICE, /* read-write, not cached, not executable, accesses as written */
	MAP_SCREEN, /* read-write, not cached, not executable, writes are gathered: frame buffers */
};

#include <asm/mmu.h>

static inline void *phys_to_virt(u64 phys)
{
	return (void *)(PHYS_MAP_BASE + phys);
}

/* For addresses from phys_to_virt() only; image_to_phys() is for symbols. */
static inline u64 virt_to_phys(const void *virt)
{
	return (u64)virt - PHYS_MAP_BASE;
}

/*
 * Entry for the next table; entry for memory at @level; 0 is "nothing here" on both architectures.
 */
u64 arch_pte_table(u64 phys);
u64 arch_pte_leaf(u64 phys, enum map_prot prot, u32 level);
bool arch_pte_is_table(u64 pte, u32 level);
u64 arch_pte_phys(u64 pte);

/* The largest level that one leaf may have on this CPU: 1 (2 MiB) or 2 (1 GiB). */
u32 arch_mmu_leaf_level_max(void);

/* Physical addresses at and above this cannot be mapped. */
u64 arch_mmu_phys_limit(void);

/*
 * Use @root_phys on this CPU from here on. The caller's code, stack and data are mapped alike in
 * it. Sets whatever makes the protections hold (write protection, no-execute, memory types).
 */
void arch_mmu_enable(u64 root_phys);

/*
 * Order new entries before the accesses that follow, on every CPU. Entries are only ever added, so
 * none is stale anywhere.
 */
void arch_mmu_sync(void);

/*
 * Before mapping_init() only part of RAM can be reached. Maps one firmware table or device for the
 * boot CPU's early use through the boot tables; NULL if it cannot be. core/mapping takes over
 * afterwards.
 */
void *arch_early_map(u64 phys, size_t bytes);

#endif
