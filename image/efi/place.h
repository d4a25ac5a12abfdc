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
 * A multiple of @step (itself one of PLACE_ALIGN) in the largest stretch between @bottom and @top,
 * as far from its ends as may be: firmware takes what it needs from there. 0: nothing is large
 * enough.
 */
u64 place_middle(const struct ranges *unused, u64 bytes, u64 step, u64 bottom, u64 top);

/*
 * A log lies below: 64 GiB from where memory begins, by the whole GiB, so that looking for it ends.
 * Some arm64 boards have none in the lowest TiB.
 */
u64 place_log_top(const struct ranges *usable);

/*
 * What a log that outlives a reset begins at a multiple of, in a machine with so much usable
 * memory, and what it is looked for at. Each look brings a page into being where memory is an
 * emulator's, 2 MiB at worst: looking at every 2 MiB of 512 MiB took a second. The two differ,
 * since usable memory is not quite the same at each boot.
 */
u64 place_log_step(u64 usable_bytes);
u64 place_log_scan_step(u64 usable_bytes);

#endif
