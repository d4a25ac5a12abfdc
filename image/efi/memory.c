// SPDX-License-Identifier: GPL-2.0-only
/*
 * memory - boot services see memory one to one, so a physical address is a pointer.
 *
 * A map is read into pool memory of twice the size that was asked for: the allocation itself
 * changes the map. It is walked by the firmware's own stride.
 */
#include "memory.h"

#include "arch.h"

#include <lib/efi_map.h>

static u64 pages_of(u64 bytes)
{
	return (bytes + MEMORY_PAGE_BYTES - 1) / MEMORY_PAGE_BYTES;
}

u64 memory_take(u64 bytes, u64 top)
{
	EFI_PHYSICAL_ADDRESS at = top - 1;

	if (firmware.boot->AllocatePages(AllocateMaxAddress, EfiLoaderData, pages_of(bytes), &at))
		return 0;
	return at;
}

u64 memory_take_low(u64 bytes)
{
	u64 at = memory_take(bytes, 4ull << 30);

	return at ? at : memory_take(bytes, arch.top);
}

bool memory_take_at(u64 at, u64 bytes, EFI_MEMORY_TYPE type)
{
	EFI_PHYSICAL_ADDRESS wanted = at;

	return !firmware.boot->AllocatePages(AllocateAddress, type, pages_of(bytes), &wanted);
}

void memory_give(u64 at, u64 bytes)
{
	if (at)
		firmware.boot->FreePages(at, pages_of(bytes));
}

struct map {
	EFI_MEMORY_DESCRIPTOR *entries; /* NULL: none */
	struct efi_map reader;
};

/* Whether it can be read or not, map_drop() follows. */
static bool map_read(struct map *map)
{
	UINTN bytes = 0, key, stride = 0;
	UINT32 version;

	map->entries = NULL;
	firmware.boot->GetMemoryMap(&bytes, NULL, &key, &stride, &version);
	bytes *= 2;
	if (!bytes || firmware.boot->AllocatePool(EfiLoaderData, bytes, (void **)&map->entries))
		return false;
	return !firmware.boot->GetMemoryMap(&bytes, map->entries, &key, &stride, &version) &&
	       efi_map_open(&map->reader, map->entries, bytes, (u32)stride);
}

static void map_drop(const struct map *map)
{
	if (map->entries)
		firmware.boot->FreePool(map->entries);
}

/* Conventional memory is what AllocatePages() can give. */
static bool is_of_kind(const struct efi_range *r, enum memory_kind kind)
{
	return r->use == EFI_USE_FREE &&
	       (kind == MEMORY_USABLE || r->type == EfiConventionalMemory);
}

bool memory_ranges(struct ranges *out, enum memory_kind kind)
{
	struct efi_range r;
	struct map map;
	u64 cursor = 0;

	out->nr = 0;
	out->nr_dropped = 0;
	if (map_read(&map)) {
		while (efi_map_next(&map.reader, &cursor, &r)) {
			if (is_of_kind(&r, kind))
				ranges_add(out, r.base, r.bytes);
		}
	}
	map_drop(&map);
	return out->nr;
}

static bool is_readable(const struct efi_range *r)
{
	return r->type != EfiMemoryMappedIO && r->type != EfiMemoryMappedIOPortSpace &&
	       r->type != EfiUnusableMemory;
}

/* The end of the range that @at lies in; 0: there is none. */
static u64 end_of_range(struct map *map, u64 at)
{
	struct efi_range r;
	u64 cursor = 0;

	while (efi_map_next(&map->reader, &cursor, &r)) {
		if (is_readable(&r) && at >= r.base && at - r.base < r.bytes)
			return r.base + r.bytes;
	}
	return 0;
}

u64 memory_bytes_at(u64 at)
{
	u64 end = at, next;
	struct map map;

	if (map_read(&map)) {
		while ((next = end_of_range(&map, end)) > end)
			end = next;
	}
	map_drop(&map);
	return end - at;
}
