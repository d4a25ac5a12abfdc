/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * services - what an architecture's drivers may ask of the kernel. Data flows down; up.h is for
 * control.
 *
 * All are for the boot CPU while it sets up, unless a line says otherwise. What is mapped stays
 * mapped. Each may answer NULL or 0, so a driver has a way to do without.
 */
#ifndef ARCH_SERVICES_H
#define ARCH_SERVICES_H

#include <lib/types.h>

/*
 * Device registers at @phys, mapped MAP_DEVICE until the end of the boot. Before the kernel's own
 * tables are in use this is arch_early_map(). NULL if the range cannot be mapped, or is RAM in
 * part, which is said on the console. Context: boot CPU, or interrupts on nowhere yet.
 */
void *arch_map_device(u64 phys, size_t bytes);

/*
 * A firmware table at @phys as ordinary memory: RAM through the physical map, anything else mapped
 * read-only. NULL if it lies beyond what can be mapped. Has the signature that lib/acpi wants.
 */
const void *arch_map_table(u64 phys, size_t bytes, void *unused);

/* First physical address above everything that is mapped by now. Any CPU. */
u64 arch_mapped_end(void);

/* The root of the kernel's tables, mapped for reading. For a CPU that needs a copy elsewhere. */
const u64 *arch_kernel_root(void);

/*
 * Busy-wait, bounded by construction; usable once arch_clock_init() has run, before that about
 * right.
 */
void arch_delay_us(u64 us);

/*
 * @nr contiguous pages below 1 MiB, never page 0, set aside at boot; the physical address, 0 if
 * there are none. For code that a CPU starts in real mode.
 */
u64 arch_low_pages(u32 nr);

/*
 * The value of @key on the command line, or NULL. For machine switches that only an architecture
 * has.
 */
const char *arch_cmdline_value(const char *key);

/* A line on the console about the calling CPU, which is named in it. Any CPU, threads or none. */
void arch_warn(const char *text);

#endif
