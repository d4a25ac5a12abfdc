/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot - the arm64 Image header, and the way from its entry to C at high addresses: for the boot
 * CPU, and for every CPU that PSCI or a spin table lets in.
 *
 * Entered with the MMU off at EL2 or EL1, x0 the physical address of the device tree. EL2 is kept
 * where VHE is there and left for EL1 where it is not. Until the MMU is on, addresses are
 * PC-relative and memory is not cached; only .boot_tables is written, and its cache lines are
 * cleaned and invalidated before and after. The lower-half map covers .text.boot, read-only and
 * executable, and outlives the boot only as the way in for other CPUs.
 */
#include "offsets.inc"

#include "layout.h"

/*
 * What SCTLR_EL1 needs: bits that are RES1 in Armv8.0, and with them the MMU, the caches and the
 * stack alignment check.
 */
#define SCTLR_RES1	0x30d00800
#define SCTLR_MMU_ON	(SCTLR_RES1 | 1 << 0 | 1 << 2 | 1 << 3 | 1 << 12)

/* Attribute 0: normal memory, write-back; 1: device nGnRE. */
#define MAIR		0x04ff

/*
 * 48-bit addresses in 4 KiB granules above and below; walks cached, inner shareable. IPS is added
 * at run time.
 */
#define TCR_HALF	(16 | 1 << 8 | 1 << 10 | 3 << 12)
#define TCR_TG1_4K	(2 << 30)

#define HCR_RW		(1 << 31)
#define HCR_E2H_TGE_RW	(1 << 34 | 1 << 27 | 1 << 31)
#define HCR_API_APK	(3 << 40)

	.macro	mov_imm reg, value
	movz	\reg, #((\value) & 0xffff)
	movk	\reg, #((\value) >> 16 & 0xffff), lsl #16
	movk	\reg, #((\value) >> 32 & 0xffff), lsl #32
	.endm

	/* The address of @sym wherever this runs: physical before the jump, virtual after it. */
	.macro	lea reg, sym
	adrp	\reg, \sym
	add	\reg, \reg, :lo12:\sym
	.endm

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
	mov	x20, x0
	lea	x0, __boot_tables_start
	lea	x1, __boot_tables_end
	bl	cache_clean_invalidate
	lea	x0, boot_table_stack_top
	mov	sp, x0
	mov	x29, xzr
	mrs	x0, CurrentEL
	cmp	x0, #0xc
	b.eq	1f
	bl	el_init

	lea	x0, boot_vectors
	msr	vbar_el1, x0
	isb
	mov	x0, x20
	bl	boot_map_init		// x0: lower root; 0: it has said why not
	cbz	x0, park
	mov	x21, x0
	lea	x0, __boot_tables_start
	lea	x1, __boot_tables_end
	bl	cache_clean_invalidate

	lea	x22, image_start
	mov	x0, x21
	lea	x1, boot_high_root
	bl	mmu_on
	ldr	x0, =boot_high
	br	x0
1:	lea	x0, boot_vectors
	msr	vbar_el3, x0
	isb
	bl	boot_refuse_el3
park:	wfi
	b	park

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
	mrs	x16, elr_el1
	lea	x17, boot_probe_load
	cmp	x16, x17
	b.ne	park
	add	x16, x16, #4
	msr	elr_el1, x16
	mov	x0, #-1
	eret

	/* u32 boot_probe(u64 phys): one aligned load; all ones if it faults. MMU off. */
	.globl	boot_probe
boot_probe:
	dsb	sy
boot_probe_load:
	ldr	w0, [x0]
	dsb	sy
	ret

	/*
	 * From EL2 without VHE to EL1; with VHE, set EL2 up as the level to stay at. At EL1 nothing
	 * but the MMU is off. Clobbers x0 to x2 and the flags. Arm ARM D13; every trap to EL2 that
	 * a v8.0 to v8.5 CPU may have on at reset.
	 */
el_init:
	mov_imm	x0, SCTLR_RES1
	mrs	x1, CurrentEL
	cmp	x1, #0x8
	b.eq	1f
	msr	sctlr_el1, x0
	isb
	ret

1:	mrs	x1, id_aa64mmfr1_el1
	ubfx	x1, x1, #8, #4
	cbz	x1, 2f
	mov_imm	x1, HCR_E2H_TGE_RW
	msr	hcr_el2, x1
	isb
	msr	sctlr_el1, x0		// this is SCTLR_EL2 now, as CPACR_EL1 is CPTR_EL2
	mov	x1, #(3 << 20)
	msr	cpacr_el1, x1
	mrs	x1, cnthctl_el2
	orr	x1, x1, #0xc00
	b	3f
2:	mov_imm	x1, HCR_RW | HCR_API_APK
	msr	hcr_el2, x1
	msr	sctlr_el1, x0
	mov	x1, #0x33ff		// CPTR_EL2 without E2H: RES1 bits, nothing trapped
	msr	cptr_el2, x1
	mov	x1, #(3 << 20)
	msr	cpacr_el1, x1
	mrs	x1, cnthctl_el2
3:	orr	x1, x1, #3
	msr	cnthctl_el2, x1
	msr	cntvoff_el2, xzr
	msr	hstr_el2, xzr
	msr	vttbr_el2, xzr
	mrs	x1, midr_el1
	msr	vpidr_el2, x1
	mrs	x1, mpidr_el1
	msr	vmpidr_el2, x1

	/*
	 * All event counters belong to us: HPMN is unknown at reset. The register exists only where
	 * a PMU does.
	 */
	mrs	x1, id_aa64dfr0_el1
	ubfx	x1, x1, #8, #4
	mov	x2, xzr
	cbz	x1, 4f
	cmp	x1, #0xf
	b.eq	4f
	mrs	x2, pmcr_el0
	ubfx	x2, x2, #11, #5
4:	msr	mdcr_el2, x2

	/*
	 * System registers of the interrupt controller, if there are any: enabled, also for EL1; no
	 * virtual interrupts.
	 */
	mrs	x1, id_aa64pfr0_el1
	ubfx	x1, x1, #24, #4
	cbz	x1, 5f
	mrs	x1, icc_sre_el2
	orr	x1, x1, #0xf
	msr	icc_sre_el2, x1
	isb
	mrs	x1, icc_sre_el2
	tbz	x1, #0, 5f
	msr	ich_hcr_el2, xzr
5:	isb
	mrs	x1, hcr_el2
	tbnz	x1, #34, 6f
	mov	x1, #0x3c5		// EL1h, masked
	msr	spsr_el2, x1
	msr	elr_el2, x30
	mov	x1, sp
	msr	sp_el1, x1
	eret
6:	ret

	/*
	 * x0: lower root, x1: upper root. Returns with MMU and caches on, still at the lower
	 * address. An implementation may have stale entries and instructions from before reset: all
	 * are dropped first.
	 */
mmu_on:
	mov_imm	x2, MAIR
	msr	mair_el1, x2
	mov_imm	x2, TCR_HALF | TCR_HALF << 16 | TCR_TG1_4K
	mrs	x3, id_aa64mmfr0_el1
	and	x3, x3, #0xf
	mov	x4, #5			// 48 bits; more needs 64 KiB granules or LPA2
	cmp	x3, x4
	csel	x3, x3, x4, lo
	orr	x2, x2, x3, lsl #32
	msr	tcr_el1, x2
	msr	ttbr0_el1, x0
	msr	ttbr1_el1, x1
	dsb	sy
	isb
	tlbi	vmalle1
	ic	iallu
	dsb	nsh
	isb
	mov_imm	x2, SCTLR_MMU_ON
	msr	sctlr_el1, x2
	isb
	ret

	/*
	 * x0, x1: clean and invalidate [x0, x1) to the point of coherency. The ends are
	 * page-aligned. Clobbers x0, x2, x3.
	 */
cache_clean_invalidate:
	mrs	x2, ctr_el0
	ubfx	x2, x2, #16, #4
	mov	x3, #4
	lsl	x3, x3, x2
1:	dc	civac, x0
	add	x0, x0, x3
	cmp	x0, x1
	b.lo	1b
	dsb	sy
	ret

	/*
	 * A CPU with its start block's physical address in x0: from PSCI, or found by
	 * boot_spin_entry.
	 */
	.globl	boot_secondary_entry
boot_secondary_entry:
	msr	daifset, #0xf
	mov	x20, x0
	bl	el_init
	ldp	x21, x22, [x20, #START_ROOT]
	ldp	x23, x24, [x20, #START_PERCPU]
	lea	x0, boot_low_root
	mov	x1, x21
	bl	mmu_on
	ldr	x0, =boot_secondary_high
	br	x0

	/* A CPU from a spin table has nothing in its registers: it looks itself up by its id. */
	.globl	boot_spin_entry
boot_spin_entry:
	mrs	x1, mpidr_el1
	mov_imm	x2, 0xff00ffffff
	and	x1, x1, x2
	lea	x3, boot_spin_slots
	mov	x4, #SPIN_SLOTS
1:	ldp	x2, x0, [x3], #16
	cmp	x1, x2
	b.ne	2f
	cbnz	x0, boot_secondary_entry
2:	subs	x4, x4, #1
	b.ne	1b
	b	park

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
