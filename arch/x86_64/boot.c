// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot - from start.asm to kmain(): whichever protocol it was, into boot_info.
 *
 * Invariant: afterwards nothing points into memory that the loader filled and that is handed out
 * later; whatever a map does not call RAM is reserved, overlapping or not. Order: runs first of all
 * C, on the boot tables, where physical addresses below 4 GiB are mapped as they are. Left out: the
 * protocols themselves (boot_pvh.c, boot_multiboot2.c, boot_handover.c), and sorting the map
 * (core/memory).
 */
#include <arch/boot_info.h>
#include <arch/console.h>
#include <arch/percpu.h>
#include <arch/preempt.h>
#include <arch/up.h>
#include <lib/efi_map.h>

#include "boot.h"
#include "x86.h"

#define BOOT_MAPPED_BYTES (4ull << 30)

extern char __image_start[], __image_end[];

struct boot_info boot_info;

u64 boot_readable(u64 phys)
{
	return phys && phys < BOOT_MAPPED_BYTES ? BOOT_MAPPED_BYTES - phys : 0;
}

const void *boot_at(u64 phys, u64 bytes)
{
	return bytes && bytes <= boot_readable(phys) ? (const void *)phys : NULL;
}

/* Entries may overlap, and then the worse one counts: what is not RAM is reserved. */
void boot_add_range(u64 base, u64 bytes, bool is_ram)
{
	boot_range_add(is_ram ? &boot_info.ram : &boot_info.reserved, base, bytes);
}

bool boot_add_efi_map(const void *entries, u64 bytes, u32 entry_bytes)
{
	struct efi_range range;
	struct efi_map map;
	u64 cursor = 0;

	if (!efi_map_open(&map, entries, bytes, entry_bytes))
		return false;
	while (efi_map_next(&map, &cursor, &range))
		boot_add_range(range.base, range.bytes, range.use == EFI_USE_FREE);
	boot_info.ram.nr_dropped += map.nr_bad;
	return boot_info.ram.nr;
}

void x86_boot(u32 protocol, u32 info_phys, u32 image_phys)
{
	arch_percpu_set_base(0);
	arch_console_early_init();

	boot_info.loader = "unknown";
	boot_info.image_phys = image_phys;
	boot_info.image_bytes = (u64)(__image_end - __image_start);
	if (protocol == BOOT_PVH)
		boot_read_pvh(info_phys);
	else if (protocol == BOOT_MULTIBOOT2)
		boot_read_multiboot2(info_phys);
	else if (protocol == BOOT_HANDOVER)
		boot_read_handover(info_phys);
	kmain();
}
