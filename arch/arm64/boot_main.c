// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_main - from boot.S to kmain() and secondary_main(): boot_info from the device tree, the
 * first current thread.
 *
 * The device tree stays where the loader put it and is reserved; everything else that is read here
 * is copied.
 */
#include <arch/boot_info.h>
#include <arch/console.h>
#include <arch/preempt.h>
#include <arch/up.h>
#include <asm/mmu.h>
#include <lib/fdt_boot.h>
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

static void add_ranges(struct boot_ranges *to, const struct fdt_range *from, size_t nr)
{
	if (nr > BOOT_RANGES_MAX) {
		to->nr_dropped += (u32)(nr - BOOT_RANGES_MAX);
		nr = BOOT_RANGES_MAX;
	}
	for (size_t i = 0; i < nr; i++)
		boot_range_add(to, from[i].base, from[i].size);
}

static void read_fdt(const struct fdt *t)
{
	static struct fdt_range ranges[BOOT_RANGES_MAX];
	struct fdt_boot_chosen chosen;

	boot_info.fdt_bytes = t->size;
	boot_range_add(&boot_info.reserved, boot_info.fdt_phys, t->size);
	add_ranges(&boot_info.ram, ranges, fdt_boot_memory(t, ranges, BOOT_RANGES_MAX));
	add_ranges(&boot_info.reserved, ranges, fdt_boot_reserved(t, ranges, BOOT_RANGES_MAX));
	fdt_boot_chosen(t, &chosen);
	if (chosen.bootargs)
		boot_info.cmdline_truncated =
			!string_copy(boot_info.cmdline, chosen.bootargs, sizeof(boot_info.cmdline));
}

/* `acpi=fwcfg`: tests want memory for tables, at the end of RAM. See fwcfg_acpi.c. */
static void set_fwcfg_area_aside(void)
{
	const char *word = boot_info.cmdline;
	const struct boot_range *ram;

	while (*word && !string_starts(word, "acpi=fwcfg"))
		word++;
	if (!*word || !boot_info.ram.nr)
		return;
	ram = &boot_info.ram.at[boot_info.ram.nr - 1];
	if (ram->bytes < 2 * FWCFG_AREA_BYTES)
		return;
	arm64_fwcfg_area.base = ram->base + ram->bytes - FWCFG_AREA_BYTES;
	arm64_fwcfg_area.bytes = FWCFG_AREA_BYTES;
	boot_range_add(&boot_info.reserved, arm64_fwcfg_area.base, FWCFG_AREA_BYTES);
}

void arm64_boot(u64 fdt_phys, u64 image_phys)
{
	struct fdt t;

	boot_thread_set();
	boot_info.loader = "image";
	boot_info.image_phys = image_phys;
	boot_info.image_bytes = (u64)(__image_end - image_start);
	/* Mapped by boot_map.c at the address that it has. */
	if (fdt_open(&t, (const void *)fdt_phys, FDT_BYTES_MAX))
		boot_refuse_mapped("the device tree is damaged");
	boot_info.fdt_phys = fdt_phys;
	read_fdt(&t);
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
