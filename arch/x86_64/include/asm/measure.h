/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure - the TSC between two load fences. lfence waits for earlier instructions on Intel, and on
 * AMD once DE_CFG[1] is set, which x86_cpu_init does on every CPU. CPUID would serialise too, but
 * exits in every virtual machine.
 */
#ifndef ASM_MEASURE_H
#define ASM_MEASURE_H

#include <lib/types.h>

static __always_inline u64 x86_ordered_tsc(void)
{
	u32 low, high;

	__asm__ __volatile__("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (u64)high << 32 | low;
}

static __always_inline u64 arch_measure_start(void)
{
	return x86_ordered_tsc();
}

static __always_inline u64 arch_measure_stop(void)
{
	return x86_ordered_tsc();
}

#endif
