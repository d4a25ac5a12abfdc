/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot - the arm64 Image header, and the boot CPU's way from its entry to C at high addresses.
 *
 * Entered at EL2 or EL1, in whatever state firmware left, MMU and caches on (an identity map) or
 * off; x0 the physical address of the device tree or of our own loader's handover. The image has
 * been cleaned to memory. The MMU goes off at once. EL2 is kept where VHE is there and left for EL1
 * where it is not. Until the MMU is on again, addresses are PC-relative and memory is not cached;
 * only .boot_tables is written, and its cache lines are cleaned and invalidated before and after.
 * The lower-half map covers .text.boot, read-only and executable, and outlives the boot only as the
 * way in for other CPUs.
 */
#include "assembler.inc"
#include "layout.h"

	.section .text.boot.head, "ax"
	.globl	image_start
image_start:
	b	boot_entry
	.long	0
	.quad	0			// text_offset
	.quad	__image_bytes
	.quad	0xa			// little endian, 4 KiB pages, anywhere in memory
	.quad	0, 0, 0
	.ascii	"ARM\x64"
	.long	0

	.section .text.boot, "ax"
boot_entry:
	msr	daifset, #0xf
	msr	spsel, #1
	mov	x20, x0
	bl	boot_mmu_off
	lea	x0, __boot_tables_start
	lea	x1, __boot_tables_end
	bl	boot_cache_clean_invalidate
	lea	x0, boot_table_stack_top
	mov	sp, x0
	mov	x29, xzr
	mrs	x0, CurrentEL
	cmp	x0, #0xc
	b.eq	1f
	bl	boot_el_init

	lea	x0, boot_vectors
	msr	vbar_el1, x0
	isb
	mov	x0, x20
	bl	boot_map_init		// x0: lower root; 0: it has said why not
	cbz	x0, boot_park
	mov	x21, x0
	lea	x0, __boot_tables_start
	lea	x1, __boot_tables_end
	bl	boot_cache_clean_invalidate

	lea	x22, image_start
	mov	x0, x21
	lea	x1, boot_high_root
	bl	boot_mmu_on
	ldr	x0, =boot_high
	br	x0
1:	lea	x0, boot_vectors
	msr	vbar_el3, x0
	isb
	bl	boot_refuse_el3
	.globl	boot_park
boot_park:
	wfi
	b	boot_park

	/*
	 * Anything that goes wrong before the vectors proper are in place stops here; probes skip
	 * the load that failed.
	 */
	.balign	2048
boot_vectors:
	.rept	16
	.balign	128
	b	boot_fault
	.endr
boot_fault:
	lea	x17, boot_probe_load
	lea	x0, boot_probe_faulted
	mrs	x16, CurrentEL
	cmp	x16, #0xc
	b.eq	1f
	mrs	x16, elr_el1
	cmp	x16, x17
	b.ne	boot_park
	msr	elr_el1, x0
	eret
1:	mrs	x16, elr_el3
	cmp	x16, x17
	b.ne	boot_park
	msr	elr_el3, x0
	eret

	/*
	 * u32 boot_probe(u64 phys): one aligned load; all ones if it faults. On these vectors with
	 * the MMU off, or on the vectors proper.
	 */
	.globl	boot_probe
boot_probe:
	dsb	sy
boot_probe_load:
	ldr	w0, [x0]
	dsb	sy
	ret
boot_probe_faulted:
	mov	w0, #-1
	ret
	.pushsection .fixups, "a"
	.balign	4
	.long	boot_probe_load - ., boot_probe_faulted - .
	.popsection

	.ltorg

	.text
boot_high:
	lea	x0, trap_vectors
	msr	vbar_el1, x0
	isb
	lea	x0, __bss_start
	lea	x1, __bss_end
1:	stp	xzr, xzr, [x0], #16
	cmp	x0, x1
	b.lo	1b
	lea	x0, __boot_stack_top
	mov	sp, x0
	msr	tpidr_el1, xzr
	mov	x29, xzr
	mov	x30, xzr
	mov	x0, x20
	mov	x1, x22
	b	arm64_boot

	/* Before the caches are on, apart from what is used afterwards. */
	.section .boot_tables, "aw", @nobits
	.balign	4096
	.globl	boot_low_root, boot_high_root, boot_empty_root, boot_table_pool, boot_table_pool_end
boot_low_root:
	.skip	4096
boot_high_root:
	.skip	4096
boot_empty_root:
	.skip	4096
boot_table_pool:
	.skip	BOOT_TABLE_PAGES * 4096
boot_table_pool_end:
	.skip	4096
boot_table_stack_top:
	.globl	boot_spin_slots
boot_spin_slots:
	.skip	SPIN_SLOTS * 16
