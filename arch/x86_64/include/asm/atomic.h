/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * atomic - a locked instruction orders everything.
 */
#ifndef ASM_ATOMIC_H
#define ASM_ATOMIC_H

static __always_inline s64 atomic_add_return(s64 *word, s64 n)
{
	return __atomic_add_fetch(word, n, __ATOMIC_SEQ_CST);
}

#endif
