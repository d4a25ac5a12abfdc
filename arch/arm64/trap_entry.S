/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trap_entry - exception vectors, from the interrupted stack to C and back.
 *
 * An exception keeps the stack that it interrupts. Whether that stack has room is told by one bit
 * of its address (asm/mmu.h), tested without touching memory; TPIDR_EL0 and TPIDRRO_EL0, which no
 * user needs here, hold what is in the way. Without room the CPU's emergency stack is used and the
 * fault reported as an overflow. On the emergency stack itself, which is not in the stack area, its
 * own bounds count; there the path is longer.
 */
#include "offsets.inc"

#include "assembler.inc"
#include "layout.h"

#define KIND_SYNC	0
#define KIND_IRQ	1
#define KIND_FIQ	2
#define KIND_SERROR	3
#define KIND_OVERFLOW	4
#define KIND_UNEXPECTED	5

	/* x1 is the kind on the way to save_rest, x0 and x1 are in the frame by then. */
	.macro	vector kind
	.balign	128
	msr	tpidr_el0, x0
	sub	x0, sp, #FRAME_BYTES
	tbz	x0, #STACK_BIT, 1f
	mrs	x0, tpidr_el0
	sub	sp, sp, #FRAME_BYTES
	stp	x0, x1, [sp]
	add	x0, sp, #FRAME_BYTES
	str	x0, [sp, #FRAME_SP]
	mov	x1, #\kind
	b	save_rest
1:	msr	tpidrro_el0, x1
	mov	x1, #\kind
	b	odd_stack
	.endm

	.text
	.balign	2048
	.globl	trap_vectors
trap_vectors:
	/* From this level on SP_EL0, which nothing here runs on. */
	.rept	4
	vector	KIND_UNEXPECTED
	.endr
	vector	KIND_SYNC
	vector	KIND_IRQ
	vector	KIND_FIQ
	vector	KIND_SERROR
	/* From a lower level: there is none. */
	.rept	8
	vector	KIND_UNEXPECTED
	.endr

	/*
	 * x1: the kind; the stack pointer lies in a guard or outside of the stack area. With room
	 * left on the emergency stack: as usual. Anywhere else: from the top of that, and the kind
	 * is overflow. The stack pointer is a multiple of 16, which leaves room for the kind in its
	 * low bits.
	 */
odd_stack:
	mov	x0, sp
	add	x0, x0, x1
	lea	x1, arm64_emergency_stack + EMERGENCY_STACK_BYTES
	mov	sp, x1
	mrs	x1, tpidr_el1
	add	sp, sp, x1
	mov	x1, sp
	sub	x1, x1, x0
	cmp	x1, #(EMERGENCY_STACK_BYTES - FRAME_BYTES)
	b.hi	1f
	and	x1, x0, #15
	bic	x0, x0, #15
	mov	sp, x0
	b	2f
1:	mov	x1, #KIND_OVERFLOW
	bic	x0, x0, #15
2:	sub	sp, sp, #FRAME_BYTES
	str	x0, [sp, #FRAME_SP]
	mrs	x0, tpidr_el0
	str	x0, [sp]
	mrs	x0, tpidrro_el0
	str	x0, [sp, #8]

save_rest:
	stp	x2, x3, [sp, #16]
	stp	x4, x5, [sp, #32]
	stp	x6, x7, [sp, #48]
	stp	x8, x9, [sp, #64]
	stp	x10, x11, [sp, #80]
	stp	x12, x13, [sp, #96]
	stp	x14, x15, [sp, #112]
	stp	x16, x17, [sp, #128]
	stp	x18, x19, [sp, #144]
	stp	x20, x21, [sp, #160]
	stp	x22, x23, [sp, #176]
	stp	x24, x25, [sp, #192]
	stp	x26, x27, [sp, #208]
	stp	x28, x29, [sp, #224]
	str	x30, [sp, #240]
	mrs	x2, elr_el1
	mrs	x3, spsr_el1
	stp	x2, x3, [sp, #FRAME_PC]
	stp	x29, x2, [sp, #FRAME_RECORD]
	add	x29, sp, #FRAME_RECORD
	mov	x0, sp
	cmp	x1, #KIND_IRQ
	b.ne	1f
	bl	arm64_trap_irq
	b	trap_return
1:	bl	arm64_trap

	/* Interrupts are masked, so nothing overwrites the return registers. */
trap_return:
	ldp	x2, x3, [sp, #FRAME_PC]
	msr	elr_el1, x2
	msr	spsr_el1, x3
	ldp	x0, x1, [sp]
	ldp	x2, x3, [sp, #16]
	ldp	x4, x5, [sp, #32]
	ldp	x6, x7, [sp, #48]
	ldp	x8, x9, [sp, #64]
	ldp	x10, x11, [sp, #80]
	ldp	x12, x13, [sp, #96]
	ldp	x14, x15, [sp, #112]
	ldp	x16, x17, [sp, #128]
	ldp	x18, x19, [sp, #144]
	ldp	x20, x21, [sp, #160]
	ldp	x22, x23, [sp, #176]
	ldp	x24, x25, [sp, #192]
	ldp	x26, x27, [sp, #208]
	ldp	x28, x29, [sp, #224]
	ldr	x30, [sp, #240]
	add	sp, sp, #FRAME_BYTES
	eret
