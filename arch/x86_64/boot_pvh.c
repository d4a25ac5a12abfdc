// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_pvh - Xen's "PVH" start info, as QEMU and others implement it.
 *
 * Left out: modules, which nothing here uses.
 */
#include <arch/boot_info.h>
#include <lib/string.h>

#include "boot.h"

#define PVH_MAGIC	0x336ec578
#define PVH_MEMMAP_RAM	1
#define PVH_MEMMAP_SANE 4096 /* more entries than this is garbage, not a map */

struct pvh_start_info {
	u32 magic;
	u32 version;
	u32 flags;
	u32 nr_modules;
	u64 modlist_phys;
	u64 cmdline_phys;
	u64 rsdp_phys;
	u64 memmap_phys; /* from version 1 on, like all that follows */
	u32 memmap_entries;
	u32 reserved;
};

struct pvh_memmap_entry {
	u64 addr;
	u64 size;
	u32 type;
	u32 reserved;
};

static void pvh_read_memmap(const struct pvh_start_info *si)
{
	const struct pvh_memmap_entry *e;

	if (si->version < 1 || si->memmap_entries > PVH_MEMMAP_SANE)
		return;
	e = boot_at(si->memmap_phys, si->memmap_entries * sizeof(*e));
	for (u32 i = 0; e && i < si->memmap_entries; i++)
		boot_add_range(e[i].addr, e[i].size, e[i].type == PVH_MEMMAP_RAM);
}

void boot_read_pvh(u64 info_phys)
{
	const struct pvh_start_info *si = boot_at(info_phys, sizeof(*si));
	const char *cmdline;

	boot_info.loader = "pvh";
	if (!si || si->magic != PVH_MAGIC)
		return;
	pvh_read_memmap(si);
	boot_info.rsdp_phys = si->rsdp_phys;
	cmdline = boot_at(si->cmdline_phys, BOOT_CMDLINE_MAX);
	if (cmdline)
		boot_info.cmdline_truncated =
			!string_copy(boot_info.cmdline, cmdline, sizeof(boot_info.cmdline));
}
