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

	/* s32 shim_psci(u32 function, u64 a1, u64 a2, u64 a3, bool by_hvc) */
	.globl	shim_psci
shim_psci:
	cbz	w4, 1f
	hvc	#0
	ret
1:	smc	#0
	ret

	/*
	 * Copied to memory that the map keeps from the kernel. All CPUs in it look at one word, which
	 * is behind the code. x0: is it EL1 that they are to go on at?
	 */
	.balign	8
	.globl	shim_pen, shim_pen_word, shim_pen_end
shim_pen:
	adr	x1, shim_pen_word
1:	wfe
	ldr	x2, [x1]
	cbz	x2, 1b
	cbz	x0, 2f
	mov	x3, #(1 << 31)
	msr	hcr_el2, x3
	mov	x3, #0x3c4		// EL1t, masked
	msr	spsr_el2, x3
	msr	elr_el2, x2
	eret
2:	br	x2
	.balign	8
shim_pen_word:
	.quad	0
shim_pen_end:

	.section .rodata
	.balign	8
	.globl	shim_kernel, shim_kernel_end
shim_kernel:
	.incbin	SHIM_KERNEL
	.balign	8
shim_kernel_end:
