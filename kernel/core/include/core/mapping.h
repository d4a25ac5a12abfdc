/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mapping - the kernel's own page tables, the same for every CPU.
 *
 * What is mapped: the image (text read-only and executable, constants read-only, data read-write),
 * all RAM but the image at PHYS_MAP_BASE (read-write, never executable: so text has no writable
 * alias), devices, and stacks, each with an unmapped guard below it. Entries are only ever added,
 * so no CPU can hold a stale one.
 */
#ifndef CORE_MAPPING_H
#define CORE_MAPPING_H

#include <arch/mmu.h>
#include <lib/types.h>

/* Boot CPU, after memory_init(), before any other CPU runs. */
void mapping_init(void);

/* The root, for a CPU that starts. */
u64 mapping_root_phys(void);

/* Map one page of RAM elsewhere, read-write. False: no memory for a table. Takes a lock. */
bool mapping_add_page(u64 virt, u64 phys);

/*
 * [@phys, @phys + @bytes) in the device area, MAP_DEVICE or MAP_SCREEN, for good. NULL: beyond what
 * can be mapped, or no room or memory for tables. Takes a lock. Once mapping_init() has run.
 */
void *mapping_add_device(u64 phys, u64 bytes, enum map_prot prot);

/*
 * Memory that is nobody's, in RAM or not, at its place of the physical map, read-write. NULL: part
 * of it cannot be mapped, is the image's, or is mapped already and cannot be written. Takes a lock.
 */
void *mapping_add_memory(u64 phys, u64 bytes);

/* What the tables say of @virt: its entry and level. False: not mapped. For tests and reports. */
bool mapping_lookup(const void *virt, u64 *pte, u32 *level);

/* Physical address of a symbol or object in the image. */
u64 image_to_phys(const void *virt);

#endif
