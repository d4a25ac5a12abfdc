// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_handover - our own UEFI loader's protocol: boot_info from struct handover (lib/handover.h)
 * and the firmware's memory map.
 *
 * Memory is what the firmware's map calls so; a device tree that comes along adds only
 * reservations. The loader's own memory counts as free in that map: what is used for longer than
 * this file runs is reserved here by name. Order: boot CPU, before kmain(); nothing has a voice
 * yet, so a tree that makes no sense is left out, and whoever misses it says so.
 */
#include <arch/boot_info.h>
#include <lib/efi_map.h>
#include <lib/handover.h>
#include <lib/string.h>

#include "arm64.h"

#define RSDP_BYTES 36u

static bool read_map(const struct handover *h)
{
	const void *entries = boot_map_memory(h->map_phys, h->map_bytes, NULL);
	struct efi_range r;
	struct efi_map map;
	u64 cursor = 0;

	if (!entries || !efi_map_open(&map, entries, h->map_bytes, h->map_entry_bytes))
		return false;
	while (efi_map_next(&map, &cursor, &r))
		boot_range_add(r.use == EFI_USE_FREE ? &boot_info.ram : &boot_info.reserved, r.base,
			       r.bytes);
	boot_info.ram.nr_dropped += map.nr_bad;
	return true;
}

static void read_fdt(const struct handover *h)
{
	const void *fdt;

	if (!h->fdt_phys || h->fdt_phys & 7 || h->fdt_bytes > FDT_BYTES_MAX ||
	    !boot_is_memory(h->fdt_phys, h->fdt_bytes))
		return;
	fdt = boot_map_memory(h->fdt_phys, h->fdt_bytes, NULL);
	if (fdt)
		boot_fdt_reserve(fdt, h->fdt_phys);
}

void boot_handover_read(u64 handover_phys)
{
	const struct handover *h = (const struct handover *)handover_phys;

	boot_info.loader = "efi";
	if (!handover_is_valid(h))
		boot_refuse_mapped("the handover of the loader is damaged, or of another version");
	boot_info.cmdline_truncated =
		!string_copy(boot_info.cmdline, h->cmdline, sizeof(boot_info.cmdline));
	if (!read_map(h))
		boot_refuse_mapped("the firmware's memory map cannot be read");
	read_fdt(h);
	boot_info.rsdp_phys = h->rsdp_phys;
	if (boot_is_memory(h->rsdp_phys, RSDP_BYTES))
		boot_range_add(&boot_info.reserved, h->rsdp_phys, RSDP_BYTES);
	boot_info.results = (struct boot_range){ h->results_phys, h->results_bytes };
	boot_range_add(&boot_info.reserved, h->results_phys, h->results_bytes);
	boot_info.screen = h->screen;
	boot_range_add(&boot_info.reserved, h->screen.phys, h->screen.bytes);
	boot_info.seed = h->seed;
}
