/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure - event counter 0 of the PMU on INST_RETIRED, or CNTVCT, between two isb. The choice is
 * made at run time, inside the assembly: left to the compiler, the branch would take one
 * instruction more in one place than in another.
 *
 * An event counter has only 32 bits that every PMU owes; start clears it, so a sample may hold 2^32
 * instructions.
 */
#ifndef ASM_MEASURE_H
#define ASM_MEASURE_H

#include <lib/types.h>

/* Written by arch_measure_init(). */
extern bool arm64_measure_insn;

static __always_inline u64 arch_measure_start(void)
{
	u64 ticks;

	__asm__ __volatile__("	adrp	%0, arm64_measure_insn\n"
			     "	ldrb	%w0, [%0, :lo12:arm64_measure_insn]\n"
			     "	isb\n"
			     "	cbz	%w0, 1f\n"
			     "	msr	pmevcntr0_el0, xzr\n"
			     "	mov	%0, xzr\n"
			     "	b	2f\n"
			     "1:	mrs	%0, cntvct_el0\n"
			     "2:	isb"
			     : "=r"(ticks)
			     :
			     : "memory");
	return ticks;
}

static __always_inline u64 arch_measure_stop(void)
{
	u64 ticks;

	__asm__ __volatile__("	adrp	%0, arm64_measure_insn\n"
			     "	ldrb	%w0, [%0, :lo12:arm64_measure_insn]\n"
			     "	isb\n"
			     "	cbz	%w0, 1f\n"
			     "	mrs	%0, pmevcntr0_el0\n"
			     "	b	2f\n"
			     "1:	mrs	%0, cntvct_el0\n"
			     "2:	isb"
			     : "=r"(ticks)
			     :
			     : "memory");
	return ticks;
}

#endif
