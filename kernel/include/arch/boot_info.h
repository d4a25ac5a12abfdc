/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot_info - what the loader told us, in one form for every boot protocol.
 *
 * The architecture's boot code is the only reader of a boot protocol. It fills this before kmain()
 * and copies whatever lies in memory that will be handed out later. Everything after that reads
 * boot_info and never writes it. Ranges stand as the firmware gave them, unsorted and not aligned,
 * but for neighbours of one kind, which become one: firmware may list hundreds, by owner and type.
 */
#ifndef ARCH_BOOT_INFO_H
#define ARCH_BOOT_INFO_H

#include <lib/handover.h>
#include <lib/types.h>

#define BOOT_RANGES_MAX	 512
#define BOOT_CMDLINE_MAX 1024

struct boot_range {
	u64 base;
	u64 bytes;
};

struct boot_ranges {
	struct boot_range at[BOOT_RANGES_MAX];
	u32 nr;
	u32 nr_dropped; /* did not fit: RAM is left unused, a reserved one ends the boot */
};

struct boot_info {
	const char *loader; /* "pvh", "image", "multiboot2", "efi"; for records */
	char cmdline[BOOT_CMDLINE_MAX];
	bool cmdline_truncated;
	struct boot_ranges ram;
	struct boot_ranges reserved; /* what the firmware keeps, in RAM or not; wins over .ram */
	u64 image_phys;		     /* where the image lies, first byte */
	u64 image_bytes;	     /* up to the end of .bss */
	u64 rsdp_phys;		     /* ACPI; 0 if there is none */
	u64 fdt_phys;		     /* device tree; 0 if there is none */
	u64 fdt_bytes;
	struct boot_range
		start_pages;	   /* the loader set them aside for arch_low_pages(), or empty */
	struct boot_range results; /* memory for the log (lib/results.h), or empty */
	struct screen_mode screen; /* no bytes: there is none */
	u64 seed;		   /* random; 0: the loader gave none */
};

extern struct boot_info boot_info;

/*
 * Context: boot CPU, before kmain(). An empty range is ignored, what overlaps or touches one that
 * is there makes it longer, one too many is counted. An end that wraps is cut at the top.
 */
static inline void boot_range_add(struct boot_ranges *r, u64 base, u64 bytes)
{
	u64 end = bytes > UINT64_MAX - base ? UINT64_MAX : base + bytes;

	if (base >= end)
		return;
	for (u32 i = 0; i < r->nr;) {
		struct boot_range old = r->at[i];

		if (old.base > end || old.base + old.bytes < base) {
			i++;
			continue;
		}
		/* Longer now, so it may reach one that was passed over: from the start. */
		base = min_u64(base, old.base);
		end = max_u64(end, old.base + old.bytes);
		r->at[i] = r->at[--r->nr];
		i = 0;
	}
	if (r->nr == BOOT_RANGES_MAX) {
		r->nr_dropped++;
		return;
	}
	r->at[r->nr].base = base;
	r->at[r->nr].bytes = end - base;
	r->nr++;
}

#endif
