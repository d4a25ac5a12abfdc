// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_fdt - the recorded device trees, damaged, read by every function under the sanitizers.
 *
 * Damage: bits, bytes, words, stretches copied over others, the header's fields, tokens and
 * property lengths of the structure block, and the end cut off with totalsize following or not. An
 * input that is refused when opened tests little, so how many were opened is printed.
 */
#include "aid_fdt.h"
#include "aid_mutate.h"
#include <lib/bytes.h>

enum { INPUTS = 6000 };

static const char *const files[] = { "virt-v3-1.dtb",	"virt-v2-4.dtb",  "virt-v3-18.dtb",
				     "virt-secure.dtb", "virt-boot.dtb",  "virt-el2.dtb",
				     "virt-numa.dtb",	"virt-v3-130.dtb" };

struct blob {
	u8 *data;
	size_t bytes;
};

/* A token of the structure block becomes another one, or a property's length or name another
 * number. */
static void mutate_structure(u8 *p, u32 bytes)
{
	u32 start = bytes_be32(p + 8), len = bytes_be32(p + 36), at, tries;

	if (start >= bytes || len < 16 || len > bytes - start)
		return;
	for (tries = 0; tries < 64; tries++) {
		at = start + (mutate_below(len - 12) & ~3u);
		if (bytes_be32(p + at) != 3 && mutate_below(32))
			continue;
		if (mutate_below(8) == 0)
			put_be32(p + at, mutate_below(5) + 1);
		else if (mutate_below(2))
			put_be32(p + at + 4, mutate_odd_number(mutate_below(3) ? 8 : len));
		else
			put_be32(p + at + 8, mutate_odd_number(bytes_be32(p + 32)));
		return;
	}
}

/* A property's value: what cells, ranges and phandles say. */
static void mutate_value(u8 *p, u32 bytes)
{
	struct fdt_node n = { 0 };
	struct fdt t;
	const char *name;
	const u8 *value;
	u32 cursor = 0, len, number, skip = mutate_below(200);

	if (fdt_open(&t, p, bytes))
		return;
	while (fdt_next_node(&t, &n)) {
		for (cursor = 0; fdt_next_prop(&t, &n, &cursor, &name, &value, &len);) {
			if (skip-- != 0)
				continue;
			number = mutate_odd_number(8);
			if (len >= 4 && mutate_below(4))
				put_be32(p + (value - p) + 4 * mutate_below(len / 4), number);
			else
				mutate_bytes(p + (value - p), len);
			return;
		}
	}
}

static void mutate_tree(u8 *p, u32 *bytes)
{
	u32 number;

	switch (mutate_below(16)) {
	case 0:
		number = mutate_odd_number(*bytes);
		put_be32(p + 4 * mutate_below(10), number);
		break;
	case 1:
		*bytes = 40 + mutate_below(*bytes - 39);
		if (mutate_below(2))
			put_be32(p + 4, *bytes);
		break;
	case 2:
	case 3:
		mutate_structure(p, *bytes);
		break;
	case 4:
	case 5:
		mutate_bytes(p, *bytes);
		break;
	default:
		mutate_value(p, *bytes);
	}
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	struct blob blobs[ARRAY_SIZE(files)];
	u32 i, rounds, bytes, opened = 0;
	u8 *copy, *exact;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		u8 *file = test_file(files[i], &blobs[i].bytes);

		blobs[i].data = malloc(blobs[i].bytes);
		memcpy(blobs[i].data, file, blobs[i].bytes);
	}
	for (i = range.first; i - range.first < range.count; i++) {
		mutate_begin(i);
		struct blob *b = &blobs[mutate_below(64) ? mutate_below(ARRAY_SIZE(files) - 1)
							 : ARRAY_SIZE(files) - 1];
		bytes = (u32)b->bytes;
		copy = test_bytes(b->data, bytes);
		for (rounds = 1 + mutate_below(6); rounds; rounds--)
			mutate_tree(copy, &bytes);
		exact = test_bytes(copy, bytes);
		opened += fdt_walk_all(exact, bytes) == 0;
		test_free_all();
	}
	for (i = 0; i < ARRAY_SIZE(files); i++)
		free(blobs[i].data);
	printf("fuzz_fdt: %u damaged trees read, %u of them opened\n", range.count, opened);
	return 0;
}
