/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memory - what RAM there is, what of it is free, and early memory until page_alloc takes over.
 *
 * Order at boot: memory_init() sorts the firmware's map; mapping_init() builds the tables, first
 * from a small pool in the image, then, once the first stretch of RAM is mapped, from
 * memory_early(); page_alloc_init() takes what is left.
 */
#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include <lib/ranges.h>
#include <lib/types.h>

/*
 * RAM as a whole (page aligned), and the part of it that nobody has taken yet. Written at boot
 * only.
 */
extern struct ranges memory_ram;
extern struct ranges memory_free;

/*
 * Sort boot_info's map; take out the image, what firmware reserves, and all below 1 MiB. 0, or a
 * negative errno after a line that says why: -ENOMEM, there is less than the kernel needs; -E2BIG,
 * more is reserved than boot_info can hold. Boot CPU, once.
 */
int memory_init(void);

/*
 * @bytes (rounded up to pages) of zeroed memory for good; physical address. Only before
 * page_alloc_init(), and only once the range that it comes from is mapped. Panics when there is
 * none: memory_init() has made sure.
 */
u64 memory_early(u64 bytes);

/* Tell memory_early() from where: a mapped part of memory_free. */
void memory_early_from(u64 start, u64 end);

/* What is left of that part; page_alloc_init() takes it. */
struct range memory_early_rest(void);

#endif
