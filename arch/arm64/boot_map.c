// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_map - the page tables that the boot runs on until core/mapping has built better ones.
 *
 * Upper half: the image, page by page, with the rights it will have later. Lower half, addresses as
 * physical: .text.boot (other CPUs come in through it), the device tree, and what arch_early_map()
 * adds. Nothing else is mapped, so that the CPU cannot fetch ahead from memory that may not be
 * there.
 *
 * boot_map_init() runs with the MMU off: it is linked for high addresses, but reaches everything
 * PC-relative and touches no .data or .bss. Tables come from a fixed pool; the boot CPU alone uses
 * it.
 */
#include <arch/boot_info.h>
#include <arch/mmu.h>
#include <asm/sysreg.h>

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
static bool map_one(u64 *root, u64 bias, u64 va, u64 pa, enum map_prot prot, u32 level)
{
	u64 *table = root;
	u64 *e;

	for (u32 l = 3; l > level; l--) {
		e = &table[va >> (PAGE_SHIFT + 9 * l) & 511];
		if (*e && !arch_pte_is_table(*e, l))
			return true;
		table = table_below(e, bias);
		if (!table)
			return false;
	}
	e = &table[va >> (PAGE_SHIFT + 9 * level) & 511];
	if (!*e)
		*e = arch_pte_leaf(pa, prot, level);
	return true;
}

static bool map_range(u64 *root, u64 bias, u64 va, u64 pa, u64 bytes, enum map_prot prot, u32 level)
{
	u64 step = 1ul << (PAGE_SHIFT + 9 * level);
	u64 end = align_up(va + bytes, step);
	bool ok = true;

	pa = align_down(pa, step);
	for (va = align_down(va, step); va != end && ok; va += step, pa += step)
		ok = map_one(root, bias, va, pa, prot, level);
	return ok;
}

/* @from and @to are symbols: physical addresses here. */
static void map_image_part(const char *from, const char *to, enum map_prot prot)
{
	u64 va = IMAGE_BASE + (u64)(from - image_start);

	map_range(boot_high_root, 0, va, (u64)from, (u64)(to - from), prot, 0);
}

static const char *boot_objection(u64 fdt_phys)
{
	if (id_field(sysreg_read(id_aa64mmfr0_el1), 28) == 0xf)
		return "this CPU has no 4 KiB pages";
	if ((u64)image_start & (BLOCK_2M - 1))
		return "the image was not loaded at a multiple of 2 MiB";
	if (!fdt_phys || fdt_phys & 7 || boot_probe(fdt_phys) != FDT_MAGIC_LE)
		return "no device tree in x0. QEMU gives one to the raw Image (.img), not to the "
		       "ELF";
	if (__builtin_bswap32(boot_probe(fdt_phys + 4)) > FDT_BYTES_MAX)
		return "the device tree is larger than 2 MiB. dtc -O dtb packs one that QEMU has "
		       "dumped";
	return NULL;
}

u64 boot_map_init(u64 fdt_phys)
{
	const char *why = boot_objection(fdt_phys);

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
		  (u64)(__text_boot_end - __text_start), MAP_READ_EXEC, 0);
	map_range(boot_low_root, 0, fdt_phys, fdt_phys, __builtin_bswap32(boot_probe(fdt_phys + 4)),
		  MAP_READ, 1);
	return (u64)boot_low_root;
}

static bool in_ram(u64 phys)
{
	for (u32 i = 0; i < boot_info.ram.nr; i++)
		if (phys - boot_info.ram.at[i].base < boot_info.ram.at[i].bytes)
			return true;
	return false;
}

/* What the firmware does not call RAM is a device. */
void *arch_early_map(u64 phys, size_t bytes)
{
	enum map_prot prot = in_ram(phys) ? MAP_READ : MAP_DEVICE;
	u64 bias = (u64)image_start - boot_info.image_phys;

	if (phys + bytes < phys || phys + bytes > arch_mmu_phys_limit())
		return NULL;
	if (!map_range(boot_low_root, bias, phys, phys, bytes, prot, 0))
		return NULL;
	arch_mmu_sync();
	return (void *)phys;
}
