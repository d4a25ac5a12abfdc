/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mmu - the simulated machine: a physical address is the process's own address.
 */
#ifndef ASM_MMU_H
#define ASM_MMU_H

#define PHYS_MAP_BASE 0ul

#endif
