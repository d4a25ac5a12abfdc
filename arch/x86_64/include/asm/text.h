/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text - a five-byte NOP, as the SDM recommends it, or a jump with a 32-bit distance, whatever the
 * distance is.
 */
#ifndef ASM_TEXT_H
#define ASM_TEXT_H

#include <lib/types.h>

#define ARCH_BRANCH_BYTES 5

static __always_inline bool arch_branch_nop(const void *key, u32 likely)
{
	__asm__ goto("1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t" BRANCH_SITE
		     :
		     : "i"(key), "i"(likely)
		     :
		     : l_jump);
	return false;
l_jump:
	return true;
}

static __always_inline bool arch_branch_jump(const void *key, u32 likely)
{
	__asm__ goto("1: .byte 0xe9\n\t"
		     ".long %l[l_jump] - . - 4\n\t" BRANCH_SITE
		     :
		     : "i"(key), "i"(likely)
		     :
		     : l_jump);
	return false;
l_jump:
	return true;
}

#endif
