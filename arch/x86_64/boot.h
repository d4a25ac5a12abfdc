/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot - what the readers of the boot protocols share. Nobody else includes it.
 *
 * Context of all: the boot CPU, before kmain(). A reader that finds nothing that it knows fills in
 * its name and nothing else; core/memory ends the boot then, for want of memory.
 */
#ifndef X86_BOOT_H
#define X86_BOOT_H

#include <lib/types.h>

/* Can be read from @phys on, by the boot tables; 0: nothing. */
u64 boot_readable(u64 phys);

/* NULL unless all @bytes can be read. */
const void *boot_at(u64 phys, u64 bytes);

void boot_add_range(u64 base, u64 bytes, bool is_ram);

/* False: no map, or one without any RAM. */
bool boot_add_efi_map(const void *entries, u64 bytes, u32 entry_bytes);

/* Each fills boot_info. */
void boot_read_pvh(u64 info_phys);
void boot_read_multiboot2(u64 info_phys);
void boot_read_handover(u64 info_phys);

/* boot_rsdp.c: look where a BIOS keeps it. 0: not there. */
u64 boot_rsdp_scan(void);

#endif
