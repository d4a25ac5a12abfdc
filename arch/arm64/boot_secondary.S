/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot_secondary - how a CPU comes in that PSCI or a spin table starts, and the change of roots,
 * which needs the lower half for the same reason: code whose address is the same with and without
 * what is being switched.
 */
#include "offsets.inc"

#include "assembler.inc"
#include "layout.h"

	.section .text.boot, "ax"
	/*
	 * A CPU with its start block's physical address in x0: from PSCI, or found by
	 * boot_spin_entry.
	 */
	.globl	boot_secondary_entry
boot_secondary_entry:
	msr	daifset, #0xf
	msr	spsel, #1
	mov	x20, x0
	bl	boot_el_init
	ldp	x21, x22, [x20, #START_ROOT]
	ldp	x23, x24, [x20, #START_PERCPU]
	lea	x0, boot_low_root
	mov	x1, x21
	bl	boot_mmu_on
	ldr	x0, =boot_secondary_high
	br	x0

	/*
	 * A CPU from a spin table has nothing in its registers: it looks itself up by its id. Where
	 * several wait at one address all come with the first: one whose turn is still to come has
	 * no start block yet, and looks again after the next event. MMU off, so it reads what
	 * spin_table_start() has cleaned to memory; an event from before the wait ends the wait.
	 */
	.globl	boot_spin_entry
boot_spin_entry:
	msr	daifset, #0xf
	mrs	x1, mpidr_el1
	mov_imm	x2, 0xff00ffffff
	and	x1, x1, x2
1:	lea	x3, boot_spin_slots
	mov	x4, #SPIN_SLOTS
2:	ldp	x2, x0, [x3], #16
	cmp	x1, x2
	b.ne	3f
	cbnz	x0, boot_secondary_entry
3:	subs	x4, x4, #1
	b.ne	2b
	wfe
	b	1b

	/*
	 * void boot_root_switch(u64 root_phys, u64 image_phys): another upper root while running in
	 * it. The two may map the same address by entries of different size, which must never meet
	 * in a TLB: go to the lower half, where nothing changes, and walk from an empty root
	 * meanwhile. Interrupts masked; the stack is not touched.
	 */
	.globl	boot_root_switch
boot_root_switch:
	lea	x2, image_start
	sub	x1, x1, x2		// what to add to a symbol for its physical address
	lea	x2, boot_empty_root
	add	x2, x2, x1
	lea	x3, boot_root_switch_low
	add	x3, x3, x1
	br	x3
boot_root_switch_low:
	msr	ttbr1_el1, x2
	isb
	tlbi	vmalle1
	dsb	nsh
	isb
	msr	ttbr1_el1, x0
	isb
	ret

	.ltorg

	.text
boot_secondary_high:
	lea	x0, trap_vectors
	msr	vbar_el1, x0
	msr	tpidr_el1, x23
	isb
	mov	sp, x22
	mov	x29, xzr
	mov	x30, xzr
	mov	x0, x24
	b	arm64_secondary
