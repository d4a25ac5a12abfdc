// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_handover - what our own UEFI loader found (lib/handover.h).
 *
 * The structure and the map are copied and their memory is free afterwards; the start pages, the
 * memory for the log and the screen are named as reserved, since in the firmware's map they are the
 * loader's, which counts as free. Left out: the device tree, which no PC is described by.
 */
#include <arch/boot_info.h>
#include <arch/console.h>
#include <arch/cpu.h>
#include <lib/handover.h>
#include <lib/string.h>

#include "boot.h"

/* As arm64 says it; the early port is open. */
static void __noreturn handover_refuse(void)
{
	static const char why[] =
		"barestock: cannot boot: the handover of the loader is damaged, or of another "
		"version\r\n";

	arch_console_write(why, sizeof(why) - 1);
	arch_cpu_park();
}

/* RAM, so that it is mapped whatever the map calls it; and reserved. */
static struct boot_range handover_part(u64 base, u64 bytes)
{
	boot_add_range(base, bytes, true);
	boot_add_range(base, bytes, false);
	return (struct boot_range){ base, bytes };
}

void boot_read_handover(u64 info_phys)
{
	const struct handover *h = boot_at(info_phys, sizeof(*h));

	boot_info.loader = "efi";
	if (!h || !handover_is_valid(h))
		handover_refuse();
	boot_info.cmdline_truncated =
		!string_copy(boot_info.cmdline, h->cmdline, sizeof(boot_info.cmdline));
	boot_add_efi_map(boot_at(h->map_phys, h->map_bytes), h->map_bytes, h->map_entry_bytes);
	boot_info.rsdp_phys = h->rsdp_phys;
	boot_info.start_pages = handover_part(h->low_phys, h->low_bytes);
	boot_info.results = handover_part(h->results_phys, h->results_bytes);
	boot_add_range(h->screen.phys, h->screen.bytes, false);
	boot_info.screen = h->screen;
	boot_info.seed = h->seed;
}
