// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_multiboot2 - what GRUB or another multiboot2 loader found (lib/multiboot2.h).
 *
 * The firmware's own map is believed before the loader's version of it. The information stays
 * reserved as a whole, since the copy of the RSDP that the tables are found by lies in it. Left
 * out: memory for the log: nobody would write it to a disk after a reset.
 */
#include <arch/boot_info.h>
#include <lib/multiboot2.h>
#include <lib/string.h>

#include "boot.h"

static void cmdline_read(const struct multiboot2_part *part)
{
	size_t n = min_u64(part->bytes, sizeof(boot_info.cmdline) - 1);

	if (!part->at)
		return;
	memcpy(boot_info.cmdline, part->at, n);
	boot_info.cmdline_truncated =
		part->bytes > n && strlen(boot_info.cmdline) == n && part->at[n];
}

static void map_read(const struct multiboot2 *mb)
{
	struct multiboot2_range range;
	u32 cursor = 0;

	if (boot_add_efi_map(mb->efi_map.at, mb->efi_map.bytes, mb->efi_map.entry_bytes))
		return;
	while (multiboot2_map_next(mb, &cursor, &range))
		boot_add_range(range.base, range.bytes, range.is_ram);
}

void boot_read_multiboot2(u64 info_phys)
{
	struct multiboot2 mb;

	boot_info.loader = "multiboot2";
	if (!multiboot2_read(boot_at(info_phys, 8), boot_readable(info_phys), &mb))
		return;
	cmdline_read(&mb.cmdline);
	map_read(&mb);
	boot_add_range(info_phys, mb.bytes, false);
	boot_add_range(mb.screen.phys, mb.screen.bytes, false);
	boot_info.screen = mb.screen;
	/* Low physical addresses are mapped as they are. */
	boot_info.rsdp_phys = (u64)mb.rsdp.at;
	if (!boot_info.rsdp_phys && !mb.efi_map.at)
		boot_info.rsdp_phys = boot_rsdp_scan();
}
