// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot - the PVH boot protocol (Xen's "PVH" start info, as QEMU and others implement it) into
 * boot_info.
 *
 * Invariant: afterwards nothing points into memory that the loader filled, since that memory is
 * handed out later; whatever the map does not call RAM is reserved, overlapping or not. Order: runs
 * first of all C, on the boot tables, where low physical addresses are mapped as they are. Left
 * out: modules, which nothing here uses, and sorting the map (core/memory).
 */
#include <arch/boot_info.h>
#include <arch/console.h>
#include <arch/percpu.h>
#include <arch/preempt.h>
#include <arch/up.h>
#include <lib/string.h>

#include "x86.h"

#define PVH_MAGIC	  0x336ec578
#define PVH_MEMMAP_RAM	  1
#define PVH_MEMMAP_SANE	  4096 /* more entries than this is garbage, not a map */
#define BOOT_MAPPED_BYTES (4ull << 30)

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

extern char __image_start[], __image_end[];

struct boot_info boot_info;

static const void *pvh_at(u64 phys, u64 bytes)
{
	if (!phys || phys >= BOOT_MAPPED_BYTES || bytes > BOOT_MAPPED_BYTES - phys)
		return NULL;
	return (const void *)phys;
}

static void pvh_read_memmap(const struct pvh_start_info *si)
{
	const struct pvh_memmap_entry *e;

	if (si->version < 1 || si->memmap_entries > PVH_MEMMAP_SANE)
		return;
	e = pvh_at(si->memmap_phys, si->memmap_entries * sizeof(*e));
	/* Entries may overlap, and then the worse one counts: what is not RAM is reserved. */
	for (u32 i = 0; e && i < si->memmap_entries; i++)
		boot_range_add(e[i].type == PVH_MEMMAP_RAM ? &boot_info.ram : &boot_info.reserved,
			       e[i].addr, e[i].size);
}

void x86_boot(u32 start_info_phys, u32 image_phys)
{
	const struct pvh_start_info *si = pvh_at(start_info_phys, sizeof(*si));
	const char *cmdline;

	arch_percpu_set_base(0);
	arch_console_early_init();

	boot_info.loader = "pvh";
	boot_info.image_phys = image_phys;
	boot_info.image_bytes = (u64)(__image_end - __image_start);
	if (si && si->magic == PVH_MAGIC) {
		pvh_read_memmap(si);
		boot_info.rsdp_phys = si->rsdp_phys;
		cmdline = pvh_at(si->cmdline_phys, BOOT_CMDLINE_MAX);
		if (cmdline)
			boot_info.cmdline_truncated =
				!string_copy(boot_info.cmdline, cmdline, sizeof(boot_info.cmdline));
	}
	kmain();
}
