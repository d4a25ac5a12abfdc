// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_map - the page tables that the boot runs on until core/mapping has built better ones.
 *
 * Upper half: the image, page by page, with the rights it will have later. Lower half, addresses as
 * physical: .text.boot (other CPUs come in through it), the device tree or the handover, and what
 * arch_early_map() adds. Nothing else is mapped, so that the CPU cannot fetch ahead from memory
 * that may not be there.
 *
 * boot_map_init() runs with the MMU off: it is linked for high addresses, but reaches everything
 * PC-relative and touches no .data or .bss. Tables come from a fixed pool; the boot CPU alone uses
 * it.
 */
#include <arch/boot_info.h>
#include <arch/mmu.h>
#include <asm/sysreg.h>
#include <lib/handover.h>

#include "arm64.h"
#include "layout.h"

#define FDT_MAGIC_LE 0xedfe0dd0u
#define BLOCK_2M     (2ul << 20)

extern char __text_start[], __text_boot_end[], __text_end[], __rodata_end[], __image_end[];
extern u64 boot_table_pool[BOOT_TABLE_PAGES][512], boot_table_pool_end[];

static u32 pool_used __section(".boot_tables");

/*
 * The table below entry @e, a new one if there is none. @bias: virtual less physical address of the
 * image.
 */
static u64 *table_below(u64 *e, u64 bias)
{
	u64 *table;

	if (*e)
		return (u64 *)(arch_pte_phys(*e) + bias);
	if (pool_used == BOOT_TABLE_PAGES)
		return NULL;
	table = boot_table_pool[pool_used++];
	*e = arch_pte_table((u64)table - bias);
	return table;
}

/* An entry that is there stays: ranges may share a page at their ends. */
static bool map_page(u64 *root, u64 bias, u64 va, u64 pa, enum map_prot prot)
{
	u64 *table = root;
	u64 *e;

	for (u32 l = 3; l > 0; l--) {
		table = table_below(&table[va >> (PAGE_SHIFT + 9 * l) & 511], bias);
		if (!table)
			return false;
	}
	e = &table[va >> PAGE_SHIFT & 511];
	if (!*e)
		*e = arch_pte_leaf(pa, prot, 0);
	return true;
}

static bool map_range(u64 *root, u64 bias, u64 va, u64 pa, u64 bytes, enum map_prot prot)
{
	u64 end = align_up(va + bytes, PAGE_SIZE);
	bool ok = true;

	pa = align_down(pa, PAGE_SIZE);
	for (va = align_down(va, PAGE_SIZE); va != end && ok; va += PAGE_SIZE, pa += PAGE_SIZE)
		ok = map_page(root, bias, va, pa, prot);
	return ok;
}

/* @from and @to are symbols: physical addresses here. */
static void map_image_part(const char *from, const char *to, enum map_prot prot)
{
	u64 va = IMAGE_BASE + (u64)(from - image_start);

	map_range(boot_high_root, 0, va, (u64)from, (u64)(to - from), prot);
}

/* By its magic: bytes of the handover at @phys, or 0. */
static u64 handover_bytes(u64 phys)
{
	return boot_probe(phys) == (u32)HANDOVER_MAGIC &&
			       boot_probe(phys + 4) == (u32)(HANDOVER_MAGIC >> 32)
		       ? sizeof(struct handover)
		       : 0;
}

static u64 fdt_bytes(u64 phys)
{
	return boot_probe(phys) == FDT_MAGIC_LE ? __builtin_bswap32(boot_probe(phys + 4)) : 0;
}

/* What was handed over may still be in the caches, which are off. */
static u64 handed_bytes(u64 phys)
{
	u64 bytes;

	if (!phys || phys & 7)
		return 0;
	boot_cache_clean_invalidate(phys, phys + 8);
	bytes = fdt_bytes(phys);
	return bytes ? bytes : handover_bytes(phys);
}

static const char *boot_objection(u64 bytes)
{
	/* A signed field: below zero is no support, above it wider addresses as well. */
	if (id_field(sysreg_read(id_aa64mmfr0_el1), 28) >= 8)
		return "this CPU has no 4 KiB pages";
	if ((u64)image_start & (BLOCK_2M - 1))
		return "the image was not loaded at a multiple of 2 MiB";
	if (!bytes)
		return "no device tree in x0. QEMU gives one to the raw Image (.img), not to the "
		       "ELF; a board for which it has none needs -dtb";
	if (bytes > FDT_BYTES_MAX)
		return "the device tree is larger than 2 MiB. dtc -O dtb packs one that QEMU has "
		       "dumped";
	return NULL;
}

u64 boot_map_init(u64 handed_phys)
{
	u64 bytes = handed_bytes(handed_phys);
	const char *why = boot_objection(bytes);

	if (why) {
		boot_refuse(why);
		return 0;
	}
	for (u64 *p = boot_low_root; p != boot_table_pool_end; p++)
		*(volatile u64 *)p = 0;
	for (u32 i = 0; i < SPIN_SLOTS; i++)
		boot_spin_slots[i].start_phys = 0;
	pool_used = 0;

	map_image_part(__text_start, __text_end, MAP_READ_EXEC);
	map_image_part(__text_end, __rodata_end, MAP_READ);
	map_image_part(__rodata_end, __image_end, MAP_READ_WRITE);

	map_range(boot_low_root, 0, (u64)image_start, (u64)image_start,
		  (u64)(__text_boot_end - __text_start), MAP_READ_EXEC);
	map_range(boot_low_root, 0, handed_phys, handed_phys, bytes, MAP_READ);
	return (u64)boot_low_root;
}

/* How much of a range lies behind @phys, itself included; 0: none holds it. */
static u64 bytes_from(const struct boot_ranges *r, u64 phys)
{
	for (u32 i = 0; i < r->nr; i++)
		if (phys - r->at[i].base < r->at[i].bytes)
			return r->at[i].base + r->at[i].bytes - phys;
	return 0;
}

static bool in_ram(u64 phys)
{
	return bytes_from(&boot_info.ram, phys);
}

bool boot_is_memory(u64 phys, u64 bytes)
{
	u64 end = phys + bytes;

	if (end < phys)
		return false;
	while (phys < end) {
		u64 here = max_u64(bytes_from(&boot_info.ram, phys),
				   bytes_from(&boot_info.reserved, phys));

		if (!here)
			return false;
		phys += here < end - phys ? here : end - phys;
	}
	return true;
}

static void *early_map(u64 phys, size_t bytes, enum map_prot prot)
{
	u64 bias = (u64)image_start - boot_info.image_phys;

	if (phys + bytes < phys || phys + bytes > arch_mmu_phys_limit())
		return NULL;
	if (!map_range(boot_low_root, bias, phys, phys, bytes, prot))
		return NULL;
	arch_mmu_sync();
	return (void *)phys;
}

const void *boot_map_memory(u64 phys, size_t bytes, void *unused)
{
	(void)unused;
	return early_map(phys, bytes, MAP_READ);
}

/* What the firmware does not call RAM is a device. */
void *arch_early_map(u64 phys, size_t bytes)
{
	return early_map(phys, bytes, in_ram(phys) ? MAP_READ : MAP_DEVICE);
}
