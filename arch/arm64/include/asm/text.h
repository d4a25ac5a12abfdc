/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text - a NOP or a branch: two of the instructions that may be exchanged while others fetch them
 * (Arm ARM B2.2.5).
 */
#ifndef ASM_TEXT_H
#define ASM_TEXT_H

#include <lib/types.h>

#define ARCH_BRANCH_BYTES 4

static __always_inline bool arch_branch_nop(const void *key, u32 likely)
{
	__asm__ goto("1: nop\n\t" BRANCH_SITE : : "i"(key), "i"(likely) : : l_jump);
	return false;
l_jump:
	return true;
}

static __always_inline bool arch_branch_jump(const void *key, u32 likely)
{
	__asm__ goto("1: b %l[l_jump]\n\t" BRANCH_SITE : : "i"(key), "i"(likely) : : l_jump);
	return false;
l_jump:
	return true;
}

#endif
