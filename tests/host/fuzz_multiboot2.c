// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_multiboot2 - the recorded informations, damaged, cut and with wrong sizes, read as a whole
 * under the sanitizers.
 *
 * Each input is memory of exactly its length, and every byte that the reader hands out is looked
 * at.
 */
#include "aid_mutate.h"
#include "test.h"
#include <lib/bytes.h>
#include <lib/efi_map.h>
#include <lib/multiboot2.h>

enum { INPUTS = 60000 };

static const char *const files[] = { "q35-seabios.mb2", "q35-ovmf.mb2" };

static u32 look_at(const struct multiboot2_part *part)
{
	u32 sum = 0;

	for (u32 i = 0; part->at && i < part->bytes; i++)
		sum += part->at[i];
	return sum;
}

static u32 walk(const struct multiboot2 *mb)
{
	u32 sum = look_at(&mb->cmdline) + look_at(&mb->rsdp) + look_at(&mb->map), cursor = 0;
	struct multiboot2_range range;
	struct efi_range efi_range;
	struct efi_map map;
	u64 efi_cursor = 0;

	while (multiboot2_map_next(mb, &cursor, &range))
		sum += (u32)range.bytes;
	if (efi_map_open(&map, mb->efi_map.at, mb->efi_map.bytes, mb->efi_map.entry_bytes))
		while (efi_map_next(&map, &efi_cursor, &efi_range))
			sum += (u32)efi_range.bytes;
	return sum + (u32)mb->screen.bytes;
}

/* The size of some tag, wherever the walk gets to. */
static void mutate_tag(u8 *p, u32 bytes)
{
	u32 at = 8, steps = mutate_below(14);

	while (steps-- && at + 16 <= bytes && bytes_le32(p + at + 4) >= 8 &&
	       bytes_le32(p + at + 4) <= bytes - at - 16)
		at += (bytes_le32(p + at + 4) + 7) & ~7u;
	if (at + 12 <= bytes) {
		u32 v = mutate_odd_number(bytes - at);

		memcpy(p + at + (mutate_below(4) ? 4 : 8), &v, sizeof(v));
	}
}

static u32 mutate(u8 *p, u32 bytes)
{
	switch (mutate_below(4)) {
	case 0:
		bytes = 8 + mutate_below(bytes - 7);
		break;
	case 1:
		mutate_tag(p, bytes);
		break;
	default:
		mutate_bytes(p, bytes);
	}
	return bytes;
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	u32 read = 0, sum = 0;

	for (u32 i = range.first; i - range.first < range.count; i++) {
		struct multiboot2 mb;
		size_t bytes;
		u32 used;
		u8 *info;

		mutate_begin(i);
		info = test_file(files[mutate_below(ARRAY_SIZE(files))], &bytes);
		used = (u32)bytes;
		for (u32 rounds = 1 + mutate_below(4); rounds; rounds--)
			used = mutate(info, used);
		if (mutate_below(4))
			memcpy(info, &used, sizeof(used));
		info = test_bytes(info, used);
		if (multiboot2_read(info, used, &mb)) {
			read++;
			sum += walk(&mb);
		}
		test_free_all();
	}
	printf("fuzz_multiboot2: %u damaged informations, %u of them read (%x)\n", range.count,
	       read, sum);
	return 0;
}
