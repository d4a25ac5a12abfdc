// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_fdt - the arm64 Image protocol: a device tree is all that there is, memory and command line
 * are in it.
 *
 * The tree stays where the loader put it and is reserved; everything else that is read here is
 * copied. What the tree forbids to map is no RAM: the kernel maps all of that. Order: boot CPU,
 * before kmain(). Left out: the initrd.
 */
#include <arch/boot_info.h>
#include <lib/fdt_boot.h>
#include <lib/ranges.h>
#include <lib/string.h>

#include "arm64.h"

/* Too many for a stack; boot CPU only. */
static struct fdt_range ranges[BOOT_RANGES_MAX];

static u32 count_fitting(size_t nr, struct boot_ranges *dropped_from)
{
	if (nr <= BOOT_RANGES_MAX)
		return (u32)nr;
	dropped_from->nr_dropped += (u32)(nr - BOOT_RANGES_MAX);
	return BOOT_RANGES_MAX;
}

static void reserve(const struct fdt *t, u64 fdt_phys)
{
	struct boot_ranges *reserved = &boot_info.reserved;
	u32 nr = count_fitting(fdt_boot_reserved(t, ranges, BOOT_RANGES_MAX), reserved);

	boot_info.fdt_phys = fdt_phys;
	boot_info.fdt_bytes = t->size;
	boot_range_add(reserved, fdt_phys, t->size);
	for (u32 i = 0; i < nr; i++)
		boot_range_add(reserved, ranges[i].base, ranges[i].size);
}

bool boot_fdt_reserve(const void *fdt, u64 fdt_phys)
{
	struct fdt t;

	if (fdt_open(&t, fdt, FDT_BYTES_MAX))
		return false;
	reserve(&t, fdt_phys);
	return true;
}

static void add_ram(const struct fdt *t)
{
	static struct ranges ram;
	u32 nr = count_fitting(fdt_boot_memory(t, ranges, BOOT_RANGES_MAX), &boot_info.ram);

	for (u32 i = 0; i < nr; i++)
		ranges_add(&ram, ranges[i].base, ranges[i].size);
	/* One too many ends the boot, as for any reserved one. */
	nr = count_fitting(fdt_boot_unmapped(t, ranges, BOOT_RANGES_MAX), &boot_info.reserved);
	for (u32 i = 0; i < nr; i++)
		ranges_remove(&ram, ranges[i].base, ranges[i].size);
	for (u32 i = 0; i < ram.nr; i++)
		boot_range_add(&boot_info.ram, ram.at[i].start, ram.at[i].end - ram.at[i].start);
}

void boot_fdt_read(u64 fdt_phys)
{
	struct fdt_boot_chosen chosen;
	struct fdt t;

	boot_info.loader = "image";
	if (fdt_open(&t, (const void *)fdt_phys, FDT_BYTES_MAX))
		boot_refuse_mapped("the device tree is damaged");
	reserve(&t, fdt_phys);
	add_ram(&t);
	fdt_boot_chosen(&t, &chosen);
	if (chosen.bootargs)
		boot_info.cmdline_truncated =
			!string_copy(boot_info.cmdline, chosen.bootargs, sizeof(boot_info.cmdline));
}
