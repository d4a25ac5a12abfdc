/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mmu - where things lie. Everything is in the upper half (TTBR1, 48 bits), in root entries of its
 * own: physical memory 0 to 255, the image 256, stacks 258, devices 260. The lower half is empty
 * once the boot is over.
 *
 * trap_entry.S tells a stack overflow by bit 14 of the stack pointer, so a stack is the upper 16
 * KiB of a 32 KiB-aligned slot whose lower half is not mapped.
 */
#ifndef ASM_MMU_H
#define ASM_MMU_H

#define PHYS_MAP_BASE	 0xffff000000000000ul
#define IMAGE_BASE	 0xffff800080000000ul
#define STACK_AREA_BASE	 0xffff810000000000ul
#define DEVICE_AREA_BASE 0xffff820000000000ul

#endif
