// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_efi_map - recorded memory maps with damage, read with strides that make sense and others.
 */
#include "aid_mutate.h"
#include <lib/efi_map.h>

enum { INPUTS = 60000 };

static u64 walk(const u8 *entries, u64 bytes, u32 stride)
{
	struct efi_map map;
	struct efi_range r;
	u64 cursor = 0, nr = 0;

	if (!efi_map_open(&map, entries, bytes, stride))
		return 0;
	while (efi_map_next(&map, &cursor, &r)) {
		if (!r.bytes || r.base + r.bytes < r.base || cursor > bytes)
			abort();
		nr++;
	}
	if (nr + map.nr_bad > bytes / stride)
		abort();
	return nr;
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	size_t whole;
	const u8 *file = test_file("virt-aavmf.efimap", &whole);
	u8 *sound = malloc(whole);
	u64 nr = 0;

	memcpy(sound, file, whole);
	for (u32 i = range.first; i - range.first < range.count; i++) {
		u32 bytes = (u32)whole, rounds, stride = 48;
		u8 *copy;

		mutate_begin(i);
		copy = test_bytes(sound, bytes);
		for (rounds = 1 + mutate_below(20); rounds; rounds--)
			mutate_bytes(copy, bytes);
		if (!mutate_below(4))
			bytes = mutate_below(bytes + 1);
		if (!mutate_below(4))
			stride = mutate_odd_number(bytes);
		nr += walk(test_bytes(copy, bytes), bytes, stride);
		test_free_all();
	}
	free(sound);
	printf("fuzz_efi_map: %u damaged maps read, %" PRIu64 " ranges in them\n", range.count, nr);
	return 0;
}
