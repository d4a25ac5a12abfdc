// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_rsdp - the ACPI root pointer where a BIOS keeps it: in the first KiB of its extended data
 * area, or among its ROMs (ACPI 6.5, 5.2.5.1).
 *
 * For machines with a BIOS only: under UEFI these places may hold anything, and the loader knows.
 * Order: on the boot tables, low memory mapped as it is. Left out: whether what it points to is
 * sound (lib/acpi).
 */
#include <lib/acpi.h>

#include "boot.h"

#define EBDA_SEGMENT_AT 0x40eul /* in the BIOS data area */
#define EBDA_BYTES	1024
#define EBDA_LOWEST	0x400u /* below it are vectors */
#define EBDA_END	0xa0000u
#define ROM_START	0xe0000u
#define ROM_END		0x100000u
#define RSDP_ALIGN	16

static u64 scan(u64 from, u64 to)
{
	for (u64 at = from; at + ACPI_RSDP_BYTES_V1 <= to; at += RSDP_ALIGN)
		if (acpi_rsdp_is_valid((const void *)at))
			return at;
	return 0;
}

u64 boot_rsdp_scan(void)
{
	u64 ebda = EBDA_SEGMENT_AT, found = 0;

	/* The compiler takes a constant address this low for a null pointer and an offset. */
	__asm__("" : "+r"(ebda));
	ebda = (u64) * (const volatile u16 *)ebda << 4;
	if (ebda >= EBDA_LOWEST && ebda + EBDA_BYTES <= EBDA_END)
		found = scan(ebda, ebda + EBDA_BYTES);
	return found ? found : scan(ROM_START, ROM_END);
}
