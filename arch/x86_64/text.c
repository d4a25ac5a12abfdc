// SPDX-License-Identifier: GPL-2.0-only
/*
 * text - one write with CR0.WP clear, interrupts off: this CPU alone may then write to read-only
 * pages, whose entries do not change, so there is nothing to invalidate (SDM vol. 3, 4.6.1). An NMI
 * or a machine check in between meets the same code in either form: nobody executes the site.
 *
 * What another CPU has fetched of the old code it forgets at a serialising instruction (SDM vol. 3,
 * 9.1.3, cross-modifying code).
 */
#include <arch/text.h>

#include <arch/irqflags.h>
#include <lib/errno.h>
#include <lib/string.h>

#include "x86.h"

#define CR0_WP		 (1ul << 16)
#define INSN_BYTES_MAX	 15
#define OPCODE_JMP_REL32 0xe9

extern char __text_start[], __text_end[];

void arch_branch_encode(u8 code[ARCH_BRANCH_BYTES], const void *site, const void *target, bool jump)
{
	static const u8 nop[ARCH_BRANCH_BYTES] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	s32 distance = (s32)((const char *)target - (const char *)site - ARCH_BRANCH_BYTES);

	memcpy(code, nop, sizeof(nop));
	if (!jump)
		return;
	code[0] = OPCODE_JMP_REL32;
	memcpy(code + 1, &distance, sizeof(distance));
}

int arch_text_write(void *insn, const void *bytes, size_t n)
{
	char *at = insn;
	unsigned long flags, cr0;

	if (at < __text_start || at >= __text_end || n > INSN_BYTES_MAX ||
	    n > (size_t)(__text_end - at))
		return -EINVAL;
	local_irq_save(flags);
	__asm__ __volatile__("mov %%cr0, %0" : "=r"(cr0) : : "memory");
	__asm__ __volatile__("mov %0, %%cr0" : : "r"(cr0 & ~CR0_WP) : "memory");
	memcpy(at, bytes, n);
	__asm__ __volatile__("mov %0, %%cr0" : : "r"(cr0) : "memory");
	local_irq_restore(flags);
	arch_text_sync();
	return 0;
}

void arch_text_sync(void)
{
	barrier();
	x86_cpuid(0, 0);
	barrier();
}
