// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_fdt - the arm64 Image protocol: a device tree is all that there is, memory and command line
 * are in it.
 *
 * The tree stays where the loader put it and is reserved; everything else that is read here is
 * copied. Order: boot CPU, before kmain(). Left out: the initrd.
 */
#include <arch/boot_info.h>
#include <lib/fdt_boot.h>
#include <lib/string.h>

#include "arm64.h"

/* Too many for a stack; boot CPU only. */
static struct fdt_range ranges[BOOT_RANGES_MAX];

static void add_ranges(struct boot_ranges *to, size_t nr)
{
	if (nr > BOOT_RANGES_MAX) {
		to->nr_dropped += (u32)(nr - BOOT_RANGES_MAX);
		nr = BOOT_RANGES_MAX;
	}
	for (size_t i = 0; i < nr; i++)
		boot_range_add(to, ranges[i].base, ranges[i].size);
}

static void reserve(const struct fdt *t, u64 fdt_phys)
{
	boot_info.fdt_phys = fdt_phys;
	boot_info.fdt_bytes = t->size;
	boot_range_add(&boot_info.reserved, fdt_phys, t->size);
	add_ranges(&boot_info.reserved, fdt_boot_reserved(t, ranges, BOOT_RANGES_MAX));
}

bool boot_fdt_reserve(const void *fdt, u64 fdt_phys)
{
	struct fdt t;

	if (fdt_open(&t, fdt, FDT_BYTES_MAX))
		return false;
	reserve(&t, fdt_phys);
	return true;
}

void boot_fdt_read(u64 fdt_phys)
{
	struct fdt_boot_chosen chosen;
	struct fdt t;

	boot_info.loader = "image";
	if (fdt_open(&t, (const void *)fdt_phys, FDT_BYTES_MAX))
		boot_refuse_mapped("the device tree is damaged");
	reserve(&t, fdt_phys);
	add_ranges(&boot_info.ram, fdt_boot_memory(&t, ranges, BOOT_RANGES_MAX));
	fdt_boot_chosen(&t, &chosen);
	if (chosen.bootargs)
		boot_info.cmdline_truncated =
			!string_copy(boot_info.cmdline, chosen.bootargs, sizeof(boot_info.cmdline));
}
