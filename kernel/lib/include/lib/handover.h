/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * handover - what our own UEFI loader tells the kernel: one structure, in memory that the kernel
 * can reach before it has tables of its own.
 *
 * The loader is entered by firmware, the kernel by the loader, and nothing else ever reads this, so
 * both are built from one tree and the version only guards against a volume with an old half.
 * Invariant: everything that it points to, the memory map included, is loader data, which efi_map
 * calls free: the kernel reserves by name what it keeps. x86_64: all of it below 4 GiB. Addresses
 * are physical. The structure is the same for both architectures and both ABIs: no long, no
 * pointer.
 */
#ifndef LIB_HANDOVER_H
#define LIB_HANDOVER_H

#include <lib/screen_mode.h>
#include <lib/types.h>

#define HANDOVER_MAGIC	       0x317265766f485342ull /* "BSHover1", little endian */
#define HANDOVER_VERSION       1
#define HANDOVER_CMDLINE_BYTES 1024

struct handover {
	u64 magic;
	u32 version;
	u32 bytes; /* of this structure */
	u32 crc;   /* of this structure, with this field 0 */
	u32 unused;
	char cmdline[HANDOVER_CMDLINE_BYTES]; /* ends with 0 */
	u64 kernel_phys;		      /* first byte, a multiple of 2 MiB */
	u64 kernel_bytes;		      /* up to the end of .bss */
	u64 map_phys;			      /* the firmware's memory map, as it gave it */
	u64 map_bytes;
	u32 map_entry_bytes; /* not sizeof: firmware may have longer ones */
	u32 map_entry_version;
	u64 rsdp_phys; /* 0: no ACPI */
	u64 fdt_phys;  /* 0: no device tree */
	u64 fdt_bytes;
	u64 low_phys; /* x86_64: pages below 640 KiB for CPUs that start; 0: there are none */
	u64 low_bytes;
	u64 results_phys; /* memory for the log, started (lib/results.h); 0: there is none */
	u64 results_bytes;
	u64 seed; /* random, of this boot */
	struct screen_mode screen;
};

/* True: it is one of ours, whole, and of this version. @h may be anything that can be read. */
bool handover_is_valid(const struct handover *h);

/* Fill in magic, version, size and CRC, everything else being there. */
void handover_finish(struct handover *h);

#endif
