/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * random - Marsaglia's xorshift (2003), 64 bits with the shifts 13, 7, 17: for orders and workloads
 * that one seed must make again. The state is the caller's, and so is who may draw at once.
 */
#ifndef LIB_RANDOM_H
#define LIB_RANDOM_H

#include <lib/types.h>

/* Draw from *@state, which is any seed but 0 and never becomes 0. The upper bits are the best. */
static inline u64 random_next(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
