/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shim - a raw Image for QEMU's virt that stands in for firmware and our UEFI loader: it carries a
 * kernel, puts it somewhere else, and enters it with a handover, in the state that the word shim=
 * of the command line asks for.
 *
 * Shows what no firmware of an emulator does: E2H on at the entry, a damaged handover, a memory map
 * of hundreds of entries, another CNTFRQ. The identity map has 1 GiB blocks, devices in the first,
 * memory in the others.
 */
#include "arm64.h"

	.section .text.start, "ax"
	.globl	shim_start
shim_start:
	b	1f
	.long	0
	.quad	0
	.quad	__shim_bytes
	.quad	0xa
	.quad	0, 0, 0
	.ascii	"ARM\x64"
	.long	0
1:	adrp	x1, shim_stack_top
	add	sp, x1, :lo12:shim_stack_top
	bl	shim_main
	ldp	x19, x20, [x0]		// what is asked for, kernel
	ldr	x21, [x0, #16]		// handover
	adrp	x22, shim_table
	mrs	x0, CurrentEL
	cmp	x0, #8
	b.ne	2f
	tbz	x19, #SHIM_CNTFRQ_BIT, 1f
	ldr	x0, =SHIM_CNTFRQ
	msr	cntfrq_el0, x0
1:	tbz	x19, #SHIM_E2H_BIT, 3f
	mov	x0, #(1 << 31)
	orr	x0, x0, #(1 << 34)
	orr	x0, x0, #(1 << 27)
	msr	hcr_el2, x0
	isb

	/* EL1, or EL2&0 by the same names. */
2:	tbz	x19, #SHIM_MMU_BIT, 4f
	ldr	x0, =SHIM_MAIR
	msr	mair_el1, x0
	ldr	x0, =SHIM_TCR_EL1
	msr	tcr_el1, x0
	msr	ttbr0_el1, x22
	dsb	sy
	tlbi	vmalle1
	dsb	sy
	isb
	ldr	x0, =SHIM_SCTLR_EL1
	msr	sctlr_el1, x0
	isb
	b	4f

	/* EL2 alone. */
3:	tbz	x19, #SHIM_MMU_BIT, 4f
	ldr	x0, =SHIM_MAIR
	msr	mair_el2, x0
	ldr	x0, =SHIM_TCR_EL2
	msr	tcr_el2, x0
	msr	ttbr0_el2, x22
	dsb	sy
	tlbi	alle2
	dsb	sy
	isb
	ldr	x0, =SHIM_SCTLR_EL2
	msr	sctlr_el2, x0
	isb

4:	mov	x0, x21
	br	x20
	.ltorg

	.section .rodata
	.balign	8
	.globl	shim_kernel, shim_kernel_end
shim_kernel:
	.incbin	SHIM_KERNEL
	.balign	8
shim_kernel_end:
