/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * layout - sizes that assembly and C share. Structure offsets come from offsets.c.
 *
 * Invariant: plain numbers only, since the assembler reads this file as well. A size that depends
 * on another one names it.
 */
#ifndef ARM64_LAYOUT_H
#define ARM64_LAYOUT_H

/*
 * Page tables that the boot may use besides the roots: the image 1 per 2 MiB + 2, lower half 9, a
 * few early maps.
 */
#define BOOT_TABLE_PAGES 28

/* Entries of struct arm64_spin_slot. */
#define SPIN_SLOTS 16

/* A stack is the upper half of a slot of twice its size: this bit of an address in it is set. */
#define STACK_BIT 14

#define EMERGENCY_STACK_BYTES 4096

#endif
