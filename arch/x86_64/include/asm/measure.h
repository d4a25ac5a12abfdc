/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure - the TSC between two load fences.
 *
 * Invariant: no instruction of the block is counted outside of it or the other way round. lfence
 * waits for earlier instructions on Intel, and on AMD once DE_CFG[1] is set, which arch_cpu_init()
 * does on every CPU and arch_measure_refusal() answers for (AMD APM vol. 3, LFENCE). Left out:
 * CPUID, which would serialise too, but exits in every virtual machine; rdtscp, which waits on one
 * side only.
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
