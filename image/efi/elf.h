/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * elf - a strict reader of the one kind of ELF file that a kernel is: 64 bits, little endian,
 * linked to a fixed place, a handful of PT_LOADs that lie together.
 *
 * Invariant after elf_open(): every segment lies in the file and in [0, bytes) of the loaded image,
 * segments do not overlap there, and the entry lies in one of them. Pure; nothing outside of the
 * given bytes is read, at any alignment.
 */
#ifndef EFI_ELF_H
#define EFI_ELF_H

#include <lib/types.h>

#define ELF_SEGMENTS_MAX 8
#define ELF_BYTES_MAX	 (256ull << 20) /* of the loaded image */

enum elf_machine {
	ELF_X86_64 = 62,
	ELF_AARCH64 = 183,
};

struct elf_segment {
	u64 file_at;
	u64 file_bytes;
	u64 at; /* in the loaded image */
	u64 bytes;
	u64 phys, virt; /* what it was linked to */
};

struct elf {
	struct elf_segment segment[ELF_SEGMENTS_MAX];
	u32 nr;
	u64 bytes; /* of the loaded image, from its lowest physical address */
	u64 entry; /* in the loaded image */
};

/* NULL: @elf is filled in. Otherwise what is wrong with it, for a person. */
const char *elf_open(struct elf *elf, const void *file, u64 bytes, enum elf_machine machine);

#endif
