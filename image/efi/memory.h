/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memory - pages from the firmware, at places that the kernel can live with, and the firmware's
 * memory map as sets of ranges.
 *
 * What is taken is loader data (kernels: loader code, which firmware with strict attributes lets
 * run). It is given back when a boot does not come about.
 */
#ifndef EFI_MEMORY_H
#define EFI_MEMORY_H

#include "firmware.h"

#include <lib/ranges.h>

#define MEMORY_PAGE_BYTES 4096ull

/* @bytes that end below @top, anywhere. 0: there are none. */
u64 memory_take(u64 bytes, u64 top);

/*
 * The same below 4 GiB, where every driver can write, or anywhere below the architecture's top on a
 * machine that has no memory there.
 */
u64 memory_take_low(u64 bytes);

/* @bytes at @at exactly, of @type. */
bool memory_take_at(u64 at, u64 bytes, EFI_MEMORY_TYPE type);

/* What memory_take() or memory_take_at() gave; 0 is ignored. */
void memory_give(u64 at, u64 bytes);

enum memory_kind {
	MEMORY_UNUSED, /* can be taken now */
	MEMORY_USABLE, /* will be free for a kernel: unused, or in use until boot services end */
};

/* False: the firmware gives no map that makes sense; *@out is empty then. */
bool memory_ranges(struct ranges *out, enum memory_kind kind);

/* From @at on to where the firmware's map, whatever it says of it, ends or says I/O; 0: at once. */
u64 memory_bytes_at(u64 at);

static inline void *memory_at(u64 phys)
{
	return (void *)(uintptr_t)phys;
}

#endif
