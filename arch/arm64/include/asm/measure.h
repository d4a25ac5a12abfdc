/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure - event counter 0 of the PMU on INST_RETIRED, or CNTVCT, between two isb. The choice is made at run time, by a
 * branch that both reads of every pair execute alike.
 *
 * An event counter has only 32 bits that every PMU owes; start clears it, so a sample may hold 2^32 instructions.
 */
#ifndef ASM_MEASURE_H
#define ASM_MEASURE_H

#include <lib/types.h>

/* Written by arch_measure_init(). */
extern bool arm64_measure_insn;

static __always_inline u64 arch_measure_start(void)
{
	u64 ticks = 0;

	if (arm64_measure_insn)
		__asm__ __volatile__("isb\n\tmsr pmevcntr0_el0, xzr\n\tisb" : : : "memory");
	else
		__asm__ __volatile__("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
	return ticks;
}

static __always_inline u64 arch_measure_stop(void)
{
	u64 ticks;

	if (arm64_measure_insn)
		__asm__ __volatile__("isb\n\tmrs %0, pmevcntr0_el0\n\tisb" : "=r"(ticks) : : "memory");
	else
		__asm__ __volatile__("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
	return ticks;
}

#endif
