/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * multiboot2 - a reader of the information that a multiboot2 loader hands over (Multiboot2
 * Specification 2.0, chapter 3.6).
 *
 * Pure, nothing is written or kept; no byte beyond what the caller says can be read is looked at,
 * and none beyond the size that the information gives itself. Tags start at multiples of 8 and end
 * with one of type 0; a damaged tag ends the walk, what came before it stands. A tag that is
 * shorter than its type needs is passed over; of two of a type the first counts.
 *
 * Left out: modules, symbols, and what BIOS calls would be wanted for.
 */
#ifndef LIB_MULTIBOOT2_H
#define LIB_MULTIBOOT2_H

#include <lib/handover.h>
#include <lib/types.h>

/* More is not information: the largest part, a memory map, stays far below. */
#define MULTIBOOT2_BYTES_MAX (1u << 20)

struct multiboot2_part {
	const u8 *at; /* NULL: there is none */
	u32 bytes;
	u32 entry_bytes; /* of tables; 0 for anything else */
};

struct multiboot2 {
	u32 bytes;			/* of the information as a whole */
	bool is_whole;			/* the walk came to the end tag */
	struct multiboot2_part cmdline; /* a 0 is among its bytes or it is cut off */
	struct multiboot2_part map;
	struct multiboot2_part efi_map;
	struct multiboot2_part rsdp; /* a copy: the newer version where both are there */
	struct screen_mode screen;   /* no bytes: none, or one of text */
};

struct multiboot2_range {
	u64 base;
	u64 bytes;
	bool is_ram;
};

/*
 * @info, of which @readable bytes can be read. False: it is none: not aligned, too short or too
 * long for what it says.
 */
bool multiboot2_read(const void *info, u64 readable, struct multiboot2 *out);

/* The next entry of the memory map; *cursor is 0 at first. False: no more. */
bool multiboot2_map_next(const struct multiboot2 *mb, u32 *cursor, struct multiboot2_range *out);

#endif
