// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot_refuse - the last words of a machine that cannot be booted, when nothing has told us where
 * its UART is.
 *
 * Tries the few places where a PL011 lies on machines that people boot by mistake, and writes only
 * to what identifies itself as one; where nothing answers, boot_probe() survives. Runs with the MMU
 * off, PC-relative, on the boot table stack; boot_refuse_mapped() on the boot tables.
 */
#include <arch/cpu.h>
#include <arch/mmu.h>

#include "arm64.h"

#define PL011_DR	0x00
#define PL011_FR	0x18
#define PL011_FR_TXFF	(1u << 5)
#define PL011_PERIPH_ID 0xfe0
#define PL011_SPINS_MAX 1000000

/* QEMU virt; Raspberry Pi 3; Raspberry Pi 4. */
#define PL011_VIRT 0x09000000u
#define PL011_PI3  0x3f201000u
#define PL011_PI4  0xfe201000u

/*
 * Part number 0x011, designer 0x41 (Arm), in the low bytes of three words; the revision is above.
 */
static bool is_pl011(u64 base)
{
	return (boot_probe(base + PL011_PERIPH_ID) & 0xff) == 0x11 &&
	       (boot_probe(base + PL011_PERIPH_ID + 4) & 0xff) == 0x10 &&
	       (boot_probe(base + PL011_PERIPH_ID + 8) & 0x0f) == 0x04;
}

static void put(u64 base, char c)
{
	for (u32 i = 0; i < PL011_SPINS_MAX && boot_probe(base + PL011_FR) & PL011_FR_TXFF; i++)
		barrier();
	*(volatile u32 *)(base + PL011_DR) = (u8)c;
}

static void put_text(u64 base, const char *s)
{
	while (*s)
		put(base, *s++);
}

void boot_refuse(const char *why)
{
	u64 base = PL011_VIRT;

	if (!is_pl011(base))
		base = PL011_PI3;
	if (!is_pl011(base))
		base = PL011_PI4;
	if (!is_pl011(base))
		return;
	put_text(base, "barestock: cannot boot: ");
	put_text(base, why);
	put_text(base, "\r\n");
}

void boot_refuse_mapped(const char *why)
{
	arch_early_map(PL011_VIRT, PAGE_SIZE);
	arch_early_map(PL011_PI3, PAGE_SIZE);
	arch_early_map(PL011_PI4, PAGE_SIZE);
	boot_refuse(why);
	arch_cpu_park();
}

void boot_refuse_el3(void)
{
	boot_refuse("entered at EL3. Boot the raw Image (.img), which QEMU enters at EL2 or EL1, "
		    "or through firmware");
}
