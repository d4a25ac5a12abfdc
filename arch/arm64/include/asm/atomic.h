/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * atomic - a store-release of the sum orders what is before, a barrier what is behind: an exclusive
 * pair with acquire would let a later load pass its store.
 */
#ifndef ASM_ATOMIC_H
#define ASM_ATOMIC_H

static __always_inline s64 atomic_add_return(s64 *word, s64 n)
{
	s64 sum = __atomic_add_fetch(word, n, __ATOMIC_RELEASE);

	__asm__ __volatile__("dmb ish" ::: "memory");
	return sum;
}

#endif
