/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mmu - where things lie. One root entry (512 GiB) or more each: physical memory from 256 up,
 * devices 509, stacks 510, the image in the last 2 GiB, where 32-bit signed displacements reach it
 * (-mcmodel=kernel).
 *
 * Invariant: no two areas share a root entry. Left out: the lower half, which is empty once the
 * boot is over.
 */
#ifndef ASM_MMU_H
#define ASM_MMU_H

#define PHYS_MAP_BASE	 0xffff800000000000ul
#define DEVICE_AREA_BASE 0xfffffe8000000000ul
#define STACK_AREA_BASE	 0xffffff0000000000ul
#define IMAGE_BASE	 0xffffffff80000000ul

#endif
