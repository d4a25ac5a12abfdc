/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot_el - the exception level to run at, and the MMU: what every CPU does first.
 *
 * Invariant: afterwards the CPU runs at EL1, or at EL2 with VHE, with every trap to EL2 that reset
 * may have left on switched off, and the same MAIR and TCR as all others. Order: before any C, MMU
 * and caches off, no stack. Left out: EL3, which belongs to firmware; AArch32.
 */
#include "assembler.inc"

/*
 * What SCTLR_EL1 needs: bits that are RES1 in Armv8.0, and with them the MMU, the caches and the
 * stack alignment check.
 */
#define SCTLR_RES1	0x30d00800
#define SCTLR_MMU_ON	(SCTLR_RES1 | 1 << 0 | 1 << 2 | 1 << 3 | 1 << 12)

/* Attribute 0: normal memory, write-back; 1: device nGnRE; 2: normal memory, not cached. */
#define MAIR		0x4404ff

/*
 * 48-bit addresses in 4 KiB granules above and below; walks cached, inner shareable. IPS is added
 * at run time.
 */
#define TCR_HALF	(16 | 1 << 8 | 1 << 10 | 3 << 12)
#define TCR_TG1_4K	(2 << 30)

/* The MMU and the data cache, which are on while firmware runs. */
#define SCTLR_M_C	(1 << 0 | 1 << 2)

#define HCR_RW		(1 << 31)
#define HCR_E2H_TGE_RW	(1 << 34 | 1 << 27 | 1 << 31)
#define HCR_API_APK	(3 << 40)

	.section .text.boot, "ax"
	/*
	 * MMU and data cache off at the level that we are at; at EL3 nothing is done. Firmware maps
	 * addresses as they are, so the next instruction is where it was. What it may have left in
	 * TLBs, of every regime that could be ours, and in the instruction cache, is dropped: with
	 * E2H the level has another regime than without. Clobbers x0, x1 and the flags.
	 */
	.globl	boot_mmu_off
boot_mmu_off:
	mov	x1, #SCTLR_M_C
	mrs	x0, CurrentEL
	cmp	x0, #0x8
	b.hi	3f
	dsb	sy
	b.eq	1f
	mrs	x0, sctlr_el1
	bic	x0, x0, x1
	msr	sctlr_el1, x0
	isb
	tlbi	vmalle1
	b	2f
1:	mrs	x0, sctlr_el2
	bic	x0, x0, x1
	msr	sctlr_el2, x0
	isb
	tlbi	alle2
	tlbi	alle1
2:	ic	iallu
	dsb	nsh
	isb
3:	ret

	/*
	 * From EL2 without VHE to EL1; with VHE, set EL2 up as the level to stay at. E2H may be on
	 * already, or always. At EL1 nothing but the MMU is off. Clobbers x0 to x2 and the flags.
	 * Arm ARM D13; every trap to EL2 that a v8.0 to v8.5 CPU may have on at reset.
	 */
	.globl	boot_el_init
boot_el_init:
	msr	mdscr_el1, xzr		// no breakpoints, no single steps of a debugger before us
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
	.globl	boot_mmu_on
boot_mmu_on:
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
	 * void boot_cache_clean_invalidate(u64 from, u64 to): the lines of [from, to), to the point
	 * of coherency. Clobbers x0, x2, x3.
	 */
	.globl	boot_cache_clean_invalidate
boot_cache_clean_invalidate:
	mrs	x2, ctr_el0
	ubfx	x2, x2, #16, #4
	mov	x3, #4
	lsl	x3, x3, x2
	sub	x2, x3, #1
	bic	x0, x0, x2
1:	dc	civac, x0
	add	x0, x0, x3
	cmp	x0, x1
	b.lo	1b
	dsb	sy
	ret
