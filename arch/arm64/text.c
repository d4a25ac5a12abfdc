// SPDX-License-Identifier: GPL-2.0-only
/*
 * text - one write through an alias in the lower half of the address space, which is closed (EPD0)
 * but for the length of this write, interrupts off, on this CPU alone. The kernel's own tables
 * never have a writable entry for text.
 *
 * The alias is the 2 MiB block that the instruction lies in, by tables of its own; the image is
 * aligned to such a block. Behind the write: the alias is closed and its translations dropped here
 * (nobody else can have any); the line is cleaned to the point of unification, and taken out of
 * every instruction cache of the shareable domain (Arm ARM B2.2.5); arch_text_sync() does the rest
 * on each CPU.
 */
#include <arch/text.h>

#include <arch/irqflags.h>
#include <arch/mmu.h>
#include <asm/sysreg.h>
#include <lib/errno.h>

#include "arm64.h"

#define TCR_EPD0     (1ul << 7)
#define BLOCK_BYTES  (2ul << 20)
#define BLOCK_LEVEL  1u
#define ALIAS	     BLOCK_BYTES /* block 1: a NULL pointer stays one */
#define INSN_NOP     0xd503201fu
#define INSN_B	     0x14000000u
#define INSN_B_FIELD 0x03ffffffu

extern char __text_start[], __text_end[];

static u64 alias_tables[3][512] __aligned(4096); /* root first; its callers are one at a time */

void arch_branch_encode(u8 code[ARCH_BRANCH_BYTES], const void *site, const void *target, bool jump)
{
	s64 distance = (const char *)target - (const char *)site;
	u32 insn = jump ? INSN_B | ((u32)(distance >> 2) & INSN_B_FIELD) : INSN_NOP;

	for (u32 i = 0; i < ARCH_BRANCH_BYTES; i++)
		code[i] = (u8)(insn >> (8 * i));
}

/* Where @insn can be written once the lower half is open. */
static u32 *alias_prepare(const void *insn)
{
	u64 phys = arm64_image_to_phys(insn), block = align_down(phys, BLOCK_BYTES);

	alias_tables[0][0] = arch_pte_table(arm64_image_to_phys(alias_tables[1]));
	alias_tables[1][0] = arch_pte_table(arm64_image_to_phys(alias_tables[2]));
	alias_tables[2][ALIAS / BLOCK_BYTES] = arch_pte_leaf(block, MAP_READ_WRITE, BLOCK_LEVEL);
	dsb(ishst);
	return (u32 *)(ALIAS + (phys - block));
}

/* Interrupts off. */
static void alias_write(u32 *alias, u32 insn)
{
	u64 tcr = sysreg_read(tcr_el1);

	sysreg_write(ttbr0_el1, arm64_image_to_phys(alias_tables[0]));
	isb();
	sysreg_write(tcr_el1, tcr & ~TCR_EPD0);
	isb();
	*(volatile u32 *)alias = insn;
	dsb(ish);
	sysreg_write(tcr_el1, tcr | TCR_EPD0);
	isb();
	__asm__ __volatile__("tlbi vmalle1" : : : "memory");
	dsb(nsh);
	isb();
}

int arch_text_write(void *insn, const void *bytes, size_t n)
{
	char *at = insn;
	unsigned long flags;
	const u8 *b = bytes;

	if (at < __text_start || at >= __text_end || (u64)at % 4 || n != 4)
		return -EINVAL;
	local_irq_save(flags);
	alias_write(alias_prepare(at), b[0] | (u32)b[1] << 8 | (u32)b[2] << 16 | (u32)b[3] << 24);
	local_irq_restore(flags);
	__asm__ __volatile__("dc cvau, %0\n\t"
			     "dsb ish\n\t"
			     "ic ivau, %0\n\t"
			     "dsb ish"
			     :
			     : "r"(at)
			     : "memory");
	arch_text_sync();
	return 0;
}

void arch_text_sync(void)
{
	isb();
}
