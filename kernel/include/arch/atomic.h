/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * atomic - what the compiler's atomics do not promise. An addition that is acquire and release is
 * no barrier for a later plain load on every architecture; this one is.
 */
#ifndef ARCH_ATOMIC_H
#define ARCH_ATOMIC_H

#include <lib/types.h>

/* Add and return the sum. Fully ordered: nothing before or behind it is seen on the other side. */
static __always_inline s64 atomic_add_return(s64 *word, s64 n);

#include <asm/atomic.h>

#endif
