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
	EFI_MEMORY_DESCRIPTOR *entries;
	UINTN bytes;
	UINTN stride;
};

static bool map_read(struct map *map)
{
	UINTN bytes = 0, key;
	UINT32 version;

	map->entries = NULL;
	firmware.boot->GetMemoryMap(&bytes, NULL, &key, &map->stride, &version);
	if (!bytes || firmware.boot->AllocatePool(EfiLoaderData, bytes * 2, (void **)&map->entries))
		return false;
	map->bytes = bytes * 2;
	return !firmware.boot->GetMemoryMap(&map->bytes, map->entries, &key, &map->stride,
					    &version);
}

/* Conventional memory: what AllocatePages() can give. */
static void add_unused(struct ranges *out, const struct map *map)
{
	for (UINTN at = 0; map->bytes - at >= map->stride; at += map->stride) {
		const EFI_MEMORY_DESCRIPTOR *d = (const void *)((const u8 *)map->entries + at);

		if (d->Type == EfiConventionalMemory)
			ranges_add(out, d->PhysicalStart, d->NumberOfPages * MEMORY_PAGE_BYTES);
	}
}

static void add_usable(struct ranges *out, struct efi_map *map)
{
	struct efi_range r;
	u64 cursor = 0;

	while (efi_map_next(map, &cursor, &r)) {
		if (r.use == EFI_USE_FREE)
			ranges_add(out, r.base, r.bytes);
	}
}

bool memory_ranges(struct ranges *out, enum memory_kind kind)
{
	struct efi_map reader;
	struct map map;

	out->nr = 0;
	out->nr_dropped = 0;
	if (map_read(&map) && efi_map_open(&reader, map.entries, map.bytes, (u32)map.stride)) {
		if (kind == MEMORY_UNUSED)
			add_unused(out, &map);
		else
			add_usable(out, &reader);
	}
	if (map.entries)
		firmware.boot->FreePool(map.entries);
	return out->nr;
}

/* The end of the range that @at lies in; 0: there is none. */
static u64 end_of_range(const struct map *map, u64 at)
{
	for (UINTN i = 0; map->bytes - i >= map->stride; i += map->stride) {
		const EFI_MEMORY_DESCRIPTOR *d = (const void *)((const u8 *)map->entries + i);
		u64 bytes = d->NumberOfPages * MEMORY_PAGE_BYTES;

		if (d->Type == EfiMemoryMappedIO || d->Type == EfiMemoryMappedIOPortSpace ||
		    d->Type == EfiUnusableMemory)
			continue;
		if (at >= d->PhysicalStart && at - d->PhysicalStart < bytes)
			return d->PhysicalStart + bytes;
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
	if (map.entries)
		firmware.boot->FreePool(map.entries);
	return end - at;
}
