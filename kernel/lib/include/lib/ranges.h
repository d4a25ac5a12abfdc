/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ranges - a sorted set of address ranges that neither overlap nor touch. Turns a firmware's memory
 * map, in any order and with any overlaps, into what may be used.
 *
 * No allocation: a set has a fixed capacity and counts what it had to leave out, always on the side
 * of using less.
 */
#ifndef LIB_RANGES_H
#define LIB_RANGES_H

#include <lib/types.h>

#define RANGES_MAX 512

struct range {
	u64 start;
	u64 end; /* first address behind it */
};

struct ranges {
	struct range at[RANGES_MAX];
	u32 nr;
	u32 nr_dropped;
};

/* Ends that wrap are cut at the top of the address space; empty ranges are ignored. */
void ranges_add(struct ranges *set, u64 start, u64 bytes);
void ranges_remove(struct ranges *set, u64 start, u64 bytes);

/* Shrink every range to multiples of @align (a power of two), dropping what becomes empty. */
void ranges_align(struct ranges *set, u64 align);

u64 ranges_bytes(const struct ranges *set);
bool ranges_contain(const struct ranges *set, u64 start, u64 bytes);

/* Is any byte of it in the set? */
bool ranges_overlap(const struct ranges *set, u64 start, u64 bytes);

#endif
