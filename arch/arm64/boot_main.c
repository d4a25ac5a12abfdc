// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_main - from boot.S to kmain() and secondary_main(): boot_info by whichever protocol this is,
 * the first current thread.
 *
 * Order: MMU on, on the boot tables; nothing has a voice yet. What the protocols say is read in
 * boot_fdt.c and boot_handover.c.
 */
#include <arch/boot_info.h>
#include <arch/console.h>
#include <arch/preempt.h>
#include <arch/up.h>
#include <asm/mmu.h>
#include <lib/handover.h>
#include <lib/string.h>

#include "arm64.h"
#include "platform.h"

/* QEMU's tables are 128 KiB for up to 256 CPUs. */
#define FWCFG_AREA_BYTES (512ul << 10)

extern char __image_end[];

struct boot_info boot_info;
struct boot_range arm64_fwcfg_area;

/*
 * Stands in for a thread until the scheduler has one for this CPU: its preemption word is used from
 * the start.
 */
static DEFINE_PER_CPU(struct arch_thread, boot_thread);

static void boot_thread_set(void)
{
	struct arch_thread *t = this_cpu_ptr(&boot_thread);

	arch_thread_adopt(t);
	arch_set_current_thread((struct thread *)t);
}

bool arm64_cmdline_has(const char *words)
{
	const char *at = boot_info.cmdline;

	while (*at && !string_starts(at, words))
		at++;
	return *at;
}

/* `acpi=fwcfg`: tests want memory for tables, at the end of RAM. See fwcfg_acpi.c. */
static void set_fwcfg_area_aside(void)
{
	const struct boot_range *ram;

	if (!arm64_cmdline_has("acpi=fwcfg") || !boot_info.ram.nr)
		return;
	ram = &boot_info.ram.at[boot_info.ram.nr - 1];
	if (ram->bytes < 2 * FWCFG_AREA_BYTES)
		return;
	arm64_fwcfg_area.base = ram->base + ram->bytes - FWCFG_AREA_BYTES;
	arm64_fwcfg_area.bytes = FWCFG_AREA_BYTES;
	boot_range_add(&boot_info.reserved, arm64_fwcfg_area.base, FWCFG_AREA_BYTES);
}

void arm64_boot(u64 handed_phys, u64 image_phys)
{
	boot_thread_set();
	boot_info.image_phys = image_phys;
	boot_info.image_bytes = (u64)(__image_end - image_start);
	/* Mapped by boot_map.c at the address that it has. */
	if (*(const u64 *)handed_phys == HANDOVER_MAGIC)
		boot_handover_read(handed_phys);
	else
		boot_fdt_read(handed_phys);
	set_fwcfg_area_aside();
	arch_console_early_init();
	kmain();
}

void arm64_secondary(u32 slot)
{
	boot_thread_set();
	arm64_low_map_drop();
	secondary_main(slot);
}
