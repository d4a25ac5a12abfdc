// SPDX-License-Identifier: GPL-2.0-only
/*
 * elf - reads the headers once, checks everything, and leaves nothing for the one who copies to
 * check. Offsets are those of the ELF-64 object file format, version 1.5.
 */
#include "elf.h"

#include <lib/bytes.h>
#include <lib/string.h>

#define HEADER_BYTES  64
#define PROGRAM_BYTES 56
#define PROGRAMS_MAX  32
#define PT_LOAD	      1
#define ET_EXEC	      2
#define CLASS_64      2
#define DATA_LITTLE   1

static const char *header_check(const u8 *file, u64 bytes, enum elf_machine machine)
{
	if (bytes < 4 || memcmp(file, "\177ELF", 4))
		return "it is not an ELF file";
	if (bytes < HEADER_BYTES)
		return "it is cut short";
	if (file[4] != CLASS_64 || file[5] != DATA_LITTLE || bytes_le16(file + 16) != ET_EXEC)
		return "it is an ELF file, but no kernel";
	if (bytes_le16(file + 18) != machine)
		return "it is for another kind of machine";
	if (bytes_le16(file + 54) != PROGRAM_BYTES || bytes_le16(file + 56) > PROGRAMS_MAX)
		return "its program headers are damaged";
	return NULL;
}

/* Fits at @at for @n, without wrapping. */
static bool fits(u64 at, u64 n, u64 limit)
{
	return at <= limit && n <= limit - at;
}

static const char *segment_read(struct elf *elf, const u8 *p, u64 file_bytes)
{
	struct elf_segment s = {
		.file_at = bytes_le64(p + 8),
		.virt = bytes_le64(p + 16),
		.phys = bytes_le64(p + 24),
		.file_bytes = bytes_le64(p + 32),
		.bytes = bytes_le64(p + 40),
	};

	if (!s.bytes)
		return NULL;
	if (!fits(s.file_at, s.file_bytes, file_bytes))
		return "it is cut short";
	if (s.file_bytes > s.bytes || s.bytes > ELF_BYTES_MAX ||
	    !fits(s.phys, s.bytes, UINT64_MAX) || !fits(s.virt, s.bytes - 1, UINT64_MAX))
		return "a segment's size makes no sense";
	if (elf->nr == ELF_SEGMENTS_MAX)
		return "it has too many segments";
	elf->segment[elf->nr++] = s;
	return NULL;
}

static bool segments_overlap(const struct elf *elf)
{
	for (u32 i = 0; i < elf->nr; i++) {
		for (u32 j = i + 1; j < elf->nr; j++) {
			const struct elf_segment *a = &elf->segment[i], *b = &elf->segment[j];

			if (a->phys < b->phys + b->bytes && b->phys < a->phys + a->bytes)
				return true;
		}
	}
	return false;
}

/* Where each lies in the image, which begins with the lowest physical address. */
static const char *segments_place(struct elf *elf)
{
	u64 lowest = UINT64_MAX, end = 0;

	for (u32 i = 0; i < elf->nr; i++) {
		lowest = min_u64(lowest, elf->segment[i].phys);
		end = max_u64(end, elf->segment[i].phys + elf->segment[i].bytes);
	}
	if (!elf->nr)
		return "it has nothing to load";
	if (end - lowest > ELF_BYTES_MAX)
		return "its segments lie too far apart";
	if (segments_overlap(elf))
		return "its segments overlap";
	elf->bytes = end - lowest;
	for (u32 i = 0; i < elf->nr; i++)
		elf->segment[i].at = elf->segment[i].phys - lowest;
	return NULL;
}

/* An entry is written down as a physical or as a virtual address: whichever lies in a segment. */
static const char *entry_find(struct elf *elf, u64 entry)
{
	for (u32 i = 0; i < elf->nr; i++) {
		const struct elf_segment *s = &elf->segment[i];

		if (entry - s->phys < s->file_bytes) {
			elf->entry = s->at + (entry - s->phys);
			return NULL;
		}
	}
	for (u32 i = 0; i < elf->nr; i++) {
		const struct elf_segment *s = &elf->segment[i];

		if (entry - s->virt < s->file_bytes) {
			elf->entry = s->at + (entry - s->virt);
			return NULL;
		}
	}
	return "its entry lies outside of it";
}

const char *elf_open(struct elf *elf, const void *file, u64 bytes, enum elf_machine machine)
{
	const u8 *f = file;
	const char *wrong = header_check(f, bytes, machine);
	u64 at, nr;

	*elf = (struct elf){ 0 };
	if (wrong)
		return wrong;
	at = bytes_le64(f + 32);
	nr = bytes_le16(f + 56);
	if (!fits(at, nr * PROGRAM_BYTES, bytes))
		return "it is cut short";
	for (u64 i = 0; i < nr && !wrong; i++) {
		const u8 *p = f + at + i * PROGRAM_BYTES;

		if (bytes_le32(p) == PT_LOAD)
			wrong = segment_read(elf, p, bytes);
	}
	if (!wrong)
		wrong = segments_place(elf);
	return wrong ? wrong : entry_find(elf, bytes_le64(f + 24));
}
