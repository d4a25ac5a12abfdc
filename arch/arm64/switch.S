/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * switch - from one thread's registers to another's, and a load that may fault.
 *
 * Invariant: saved[] holds x19 to x30 and sp, in that order, as thread.c writes it for a new
 * thread. Order: the switch runs with interrupts masked. Left out: the flags and the vector
 * registers.
 */
#include "offsets.inc"

	.text
	/* void arch_thread_switch(struct arch_thread *prev, struct arch_thread *next) */
	.globl	arch_thread_switch
arch_thread_switch:
	mov	x9, sp
	stp	x19, x20, [x0, #THREAD_SAVED + 0]
	stp	x21, x22, [x0, #THREAD_SAVED + 16]
	stp	x23, x24, [x0, #THREAD_SAVED + 32]
	stp	x25, x26, [x0, #THREAD_SAVED + 48]
	stp	x27, x28, [x0, #THREAD_SAVED + 64]
	stp	x29, x30, [x0, #THREAD_SAVED + 80]
	str	x9, [x0, #THREAD_SAVED + 96]
	ldp	x19, x20, [x1, #THREAD_SAVED + 0]
	ldp	x21, x22, [x1, #THREAD_SAVED + 16]
	ldp	x23, x24, [x1, #THREAD_SAVED + 32]
	ldp	x25, x26, [x1, #THREAD_SAVED + 48]
	ldp	x27, x28, [x1, #THREAD_SAVED + 64]
	ldp	x29, x30, [x1, #THREAD_SAVED + 80]
	ldr	x9, [x1, #THREAD_SAVED + 96]
	mov	sp, x9
	ret

	/* A new thread's return address: x19 is its entry, which does not return. */
	.globl	arm64_thread_begin
arm64_thread_begin:
	mov	x30, xzr
	br	x19

	/*
	 * int name(const void *from, T *out): one load, which may be of a device; 0, or -EFAULT if
	 * it faults. The fixup is a pair: the instruction that may fault, where to go then, each
	 * relative to itself.
	 */
	.macro	read_safe name, load, store, reg
	.globl	\name
\name:
1:	\load	\reg, [x0]
	\store	\reg, [x1]
	mov	w0, #0
	ret
	.pushsection .fixups, "a"
	.balign	4
	.long	1b - ., read_faulted - .
	.popsection
	.endm

	read_safe arch_read_word_safe, ldr, str, x2
	read_safe arm64_read32_safe, ldr, str, w2
	read_safe arm64_read8_safe, ldrb, strb, w2
read_faulted:
	mov	w0, #-14		// -EFAULT
	ret
