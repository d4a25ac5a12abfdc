// SPDX-License-Identifier: GPL-2.0-only
/*
 * efi_map - the types of memory that end with boot services count as free, loader code and data
 * among them: what of those is in use is known to whoever took it, and is reserved by name. Memory
 * of a special purpose (UEFI 2.10, 7.2.3, EFI_MEMORY_SP) is left to that.
 */
#include <lib/efi_map.h>

#include <lib/bytes.h>

#define ENTRY_BYTES_MIN 40u
#define AT_TYPE		0
#define AT_BASE		8
#define AT_PAGES	24
#define AT_ATTRIBUTE	32
#define EFI_MEMORY_SP	(1ull << 18)
#define EFI_PAGE_SHIFT	12
#define PAGES_MAX	(1ull << (64 - EFI_PAGE_SHIFT))

enum efi_type {
	EFI_LOADER_CODE = 1,
	EFI_LOADER_DATA = 2,
	EFI_BOOT_SERVICES_CODE = 3,
	EFI_BOOT_SERVICES_DATA = 4,
	EFI_CONVENTIONAL = 7,
};

static enum efi_use use_of(u32 type, u64 attribute)
{
	if (attribute & EFI_MEMORY_SP)
		return EFI_USE_RESERVED;
	switch (type) {
	case EFI_LOADER_CODE:
	case EFI_LOADER_DATA:
	case EFI_BOOT_SERVICES_CODE:
	case EFI_BOOT_SERVICES_DATA:
	case EFI_CONVENTIONAL:
		return EFI_USE_FREE;
	default:
		return EFI_USE_RESERVED;
	}
}

bool efi_map_open(struct efi_map *map, const void *entries, u64 bytes, u32 entry_bytes)
{
	*map = (struct efi_map){ .entries = entries, .bytes = bytes, .entry_bytes = entry_bytes };
	return entries && entry_bytes >= ENTRY_BYTES_MIN && bytes >= entry_bytes;
}

bool efi_map_next(struct efi_map *map, u64 *cursor, struct efi_range *out)
{
	while (map->bytes - *cursor >= map->entry_bytes) {
		const u8 *e = (const u8 *)map->entries + *cursor;
		u64 base = bytes_le64(e + AT_BASE), pages = bytes_le64(e + AT_PAGES);

		*cursor += map->entry_bytes;
		if (!pages)
			continue;
		if (pages >= PAGES_MAX || base + (pages << EFI_PAGE_SHIFT) < base) {
			map->nr_bad++;
			continue;
		}
		out->base = base;
		out->bytes = pages << EFI_PAGE_SHIFT;
		out->type = bytes_le32(e + AT_TYPE);
		out->use = use_of(out->type, bytes_le64(e + AT_ATTRIBUTE));
		return true;
	}
	return false;
}
