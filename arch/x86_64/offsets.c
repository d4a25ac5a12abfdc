// SPDX-License-Identifier: GPL-2.0-only
/*
 * offsets - compiled to assembly only; the build turns each marked line into a %define for NASM.
 *
 * Invariant: every offset that assembly uses comes from here, so a structure can be changed in one
 * place. Left out: what only one side needs.
 */
#include <asm/layout.h>

#define OFFSET(name, type, member) \
	__asm__ __volatile__("\n# @define " #name " %c0" : : "i"(offsetof(type, member)))
#define VALUE(name, value) __asm__ __volatile__("\n# @define " #name " %c0" : : "i"(value))

void offsets(void);

void offsets(void)
{
	OFFSET(START_ENTRY, struct x86_start_block, entry);
	OFFSET(START_STACK, struct x86_start_block, stack_top);
	OFFSET(START_PERCPU, struct x86_start_block, percpu_offset);
	OFFSET(START_SLOT, struct x86_start_block, slot);
	OFFSET(START_CR3, struct x86_start_block, cr3);
	OFFSET(START_TAKEN, struct x86_start_block, taken);
	OFFSET(START_EFER, struct x86_start_block, efer);
	OFFSET(START_CR4, struct x86_start_block, cr4);
	VALUE(BOOT_PVH, BOOT_PVH);
	VALUE(BOOT_MULTIBOOT2, BOOT_MULTIBOOT2);
	VALUE(BOOT_HANDOVER, BOOT_HANDOVER);
	VALUE(START_BYTES, sizeof(struct x86_start_block));
}
