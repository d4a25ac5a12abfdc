// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_elf - kernels with damaged headers. What elf_open() takes is copied as the loader copies it,
 * into memory of exactly the size that it says.
 */
#include "aid_elf.h"
#include "aid_mutate.h"

enum { INPUTS = 60000 };

static void damage(u8 *f, u32 *bytes)
{
	u32 field = 8 * mutate_below(6);

	switch (mutate_below(4)) {
	case 0:
		*bytes = mutate_below(*bytes + 1);
		break;
	case 1:
		mutate_bytes(f, 64 + 3 * 56);
		break;
	default:
		put_le(elf_file_program(f, mutate_below(3)) + field,
		       mutate_odd_number(ELF_FILE_BYTES) * (mutate_below(2) ? 1ull : 1ull << 32),
		       8);
	}
}

static void load(const struct elf *elf, const u8 *file)
{
	u8 *to = test_bytes(NULL, elf->bytes);

	for (u32 i = 0; i < elf->nr; i++) {
		const struct elf_segment *s = &elf->segment[i];

		memcpy(to + s->at, file + s->file_at, s->file_bytes);
		memset(to + s->at + s->file_bytes, 0, s->bytes - s->file_bytes);
	}
	if (elf->entry >= elf->bytes)
		abort();
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	u32 i, nr_opened = 0;

	for (i = range.first; i - range.first < range.count; i++) {
		u32 bytes = ELF_FILE_BYTES, rounds;
		struct elf elf;
		u8 *f;

		mutate_begin(i);
		f = elf_file_new();
		for (rounds = 1 + mutate_below(3); rounds; rounds--)
			damage(f, &bytes);
		f = test_bytes(f, bytes);
		/* Only small images are worth their memory here. */
		if (!elf_open(&elf, f, bytes, ELF_X86_64) && elf.bytes < 1 << 20) {
			load(&elf, f);
			nr_opened++;
		}
		test_free_all();
	}
	printf("fuzz_elf: %u damaged kernels read, %u of them loaded\n", range.count, nr_opened);
	return 0;
}
