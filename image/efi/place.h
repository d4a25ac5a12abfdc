/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * place - where in free memory something of a size may lie: multiples of 2 MiB, never the lowest,
 * counted so that one can be drawn, or the middle of the largest stretch. Pure.
 */
#ifndef EFI_PLACE_H
#define EFI_PLACE_H

#include <lib/ranges.h>

#define PLACE_ALIGN (2ull << 20)

/* How many places there are for @bytes that end at @top or below. */
u64 place_count(const struct ranges *unused, u64 bytes, u64 top);

/* The place number @index, which is below place_count(). */
u64 place_at(const struct ranges *unused, u64 bytes, u64 top, u64 index);

/*
 * In the largest stretch between @bottom and @top, as far from its ends as may be: firmware takes
 * what it needs from there. 0: nothing is large enough.
 */
u64 place_middle(const struct ranges *unused, u64 bytes, u64 bottom, u64 top);

#endif
