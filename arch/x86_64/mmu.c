// SPDX-License-Identifier: GPL-2.0-only
/*
 * mmu - page table entries of long mode with four levels (SDM vol. 3, 4.5), and the registers that
 * give them their meaning.
 *
 * Invariant: no entry is writable and executable, and CR0.WP and NX make the CPU agree; the memory
 * types of the PAT are the same on all CPUs. Order: arch_mmu_enable() runs on each CPU before it
 * touches anything that only the kernel's tables map. Left out: five levels, PCID, user pages, and
 * invalidation: entries are only ever added.
 */
#include <arch/mmu.h>

#include "x86.h"

#define PTE_PRESENT    (1ull << 0)
#define PTE_WRITE      (1ull << 1)
#define PTE_WT	       (1ull << 3)
#define PTE_CD	       (1ull << 4)
#define PTE_ACCESSED   (1ull << 5)
#define PTE_DIRTY      (1ull << 6)
#define PTE_LARGE      (1ull << 7)
#define PTE_GLOBAL     (1ull << 8)
#define PTE_PAT_4K     (1ull << 7)
#define PTE_PAT_LARGE  (1ull << 12)
#define PTE_IS_LARGE   (1ull << 9) /* ours; the CPU ignores it */
#define PTE_NX	       (1ull << 63)
#define PTE_PHYS_MASK  0x000ffffffffff000ull
#define EARLY_MAPPED   (4ull << 30) /* start.asm */
#define CR0_WP	       (1ul << 16)
#define CPUID_NX       (1u << 20) /* 80000001 edx */
#define CPUID_1G_PAGES (1u << 26)

/*
 * Entry 4 becomes write-combining, for frame buffers; the others stay as after reset: WB, WT, UC-,
 * UC, WC, WT, UC-, UC.
 */
#define PAT_VALUE 0x0007040100070406ull

u64 arch_pte_table(u64 phys)
{
	return phys | PTE_PRESENT | PTE_WRITE;
}

/*
 * CPUID exits in a virtual machine, and there is one leaf for each 2 MiB of RAM: ask once. All CPUs
 * are alike in this.
 */
static u32 cpu_features(void)
{
	static u32 features;

	if (!features)
		features = x86_cpuid(0x80000001, 0).edx;
	return features;
}

static bool cpu_has_nx(void)
{
	return cpu_features() & CPUID_NX;
}

u64 arch_pte_leaf(u64 phys, enum map_prot prot, u32 level)
{
	u64 pte = phys | PTE_PRESENT | PTE_ACCESSED | PTE_DIRTY | PTE_GLOBAL;

	if (level)
		pte |= PTE_LARGE | PTE_IS_LARGE;
	if (prot == MAP_READ_WRITE || prot == MAP_DEVICE || prot == MAP_SCREEN)
		pte |= PTE_WRITE;
	if (prot == MAP_DEVICE)
		pte |= PTE_CD | PTE_WT;
	if (prot == MAP_SCREEN)
		pte |= level ? PTE_PAT_LARGE : PTE_PAT_4K;
	/* The bit is reserved, and faults, where the CPU or its firmware setting lacks it. */
	if (prot != MAP_READ_EXEC && cpu_has_nx())
		pte |= PTE_NX;
	return pte;
}

bool arch_pte_is_table(u64 pte, u32 level)
{
	return level && (pte & PTE_PRESENT) && !(pte & PTE_LARGE);
}

/*
 * In a large leaf the lowest bit of the address is the PAT's; that it is one bit 7 does not tell,
 * which in a small leaf is the PAT's.
 */
u64 arch_pte_phys(u64 pte)
{
	return pte & PTE_PHYS_MASK & ~(pte & PTE_IS_LARGE ? PTE_PAT_LARGE : 0);
}

u32 arch_mmu_leaf_level_max(void)
{
	return cpu_features() & CPUID_1G_PAGES ? 2 : 1;
}

u64 arch_mmu_phys_limit(void)
{
	u32 bits = x86_cpuid(0x80000008, 0).eax & 0xff;

	/* 46 bits are what the physical map has room for before the device area. */
	if (bits < 32)
		bits = 36;
	return 1ull << (bits < 46 ? bits : 46);
}

void arch_mmu_enable(u64 root_phys)
{
	u64 cr0, cr4 = x86_read_cr4();

	if (cpu_has_nx())
		x86_wrmsr(MSR_EFER, x86_rdmsr(MSR_EFER) | EFER_NXE);
	/* Every CPU with long mode has it, and this may run before the IDT is there to help. */
	x86_wrmsr(MSR_PAT, PAT_VALUE);
	__asm__ __volatile__("mov %%cr0, %0" : "=r"(cr0));
	__asm__ __volatile__("mov %0, %%cr0" : : "r"(cr0 | CR0_WP));
	__asm__ __volatile__("mov %0, %%cr3" : : "r"(root_phys) : "memory");
	/* Setting PGE afterwards throws away every old translation, global ones too. */
	x86_write_cr4(cr4 | CR4_PGE);
}

/*
 * The walker never caches the absence of an entry, so a compiler barrier is all there is to order.
 */
void arch_mmu_sync(void)
{
	barrier();
}

void *arch_early_map(u64 phys, size_t bytes)
{
	return phys < EARLY_MAPPED && bytes <= EARLY_MAPPED - phys ? phys_to_virt(phys) : NULL;
}
