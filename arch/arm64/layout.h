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
 * Page tables that the boot may use besides the roots: the image 1 per 2 MiB + 2; in the lower
 * half 3 for each place of its own: .text.boot, handover, memory map, device tree (and 1 more), the
 * ACPI tables (one or two places), the UART.
 */
#define BOOT_TABLE_PAGES 40

/* Entries of struct arm64_spin_slot. */
#define SPIN_SLOTS 64

/* A stack is the upper half of a slot of twice its size: this bit of an address in it is set. */
#define STACK_BIT 14

#define EMERGENCY_STACK_BYTES 4096

#endif
