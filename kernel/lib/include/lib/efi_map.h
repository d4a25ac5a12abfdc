/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * efi_map - a reader of UEFI memory maps (UEFI 2.10, 7.2.3, EFI_BOOT_SERVICES.GetMemoryMap()),
 * whoever hands them over: our loader, or a multiboot2 loader.
 *
 * Entries are as long as the firmware says, unsorted, may overlap or be empty; what cannot be is
 * left out and counted. Pure; nothing outside of [map, map + bytes) is read.
 */
#ifndef LIB_EFI_MAP_H
#define LIB_EFI_MAP_H

#include <lib/types.h>

struct efi_map {
	const void *entries;
	u64 bytes;
	u32 entry_bytes;
	u32 nr_bad; /* entries passed over so far: pages beyond the address space */
};

enum efi_use {
	EFI_USE_FREE,	  /* nobody's, or the firmware's only until its boot services end */
	EFI_USE_RESERVED, /* the firmware's for good, or not memory, or a type that is not known */
};

struct efi_range {
	u64 base;
	u64 bytes;
	u32 type; /* the firmware's own word for it */
	enum efi_use use;
};

/* False: not a map: entries shorter than the standard's, or no whole one. */
bool efi_map_open(struct efi_map *map, const void *entries, u64 bytes, u32 entry_bytes);

/* The entry after *cursor, 0 at first; empty ones are passed over. False: no more. */
bool efi_map_next(struct efi_map *map, u64 *cursor, struct efi_range *out);

#endif
