/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpu - instructions on the processor itself.
 */
#ifndef ASM_CPU_H
#define ASM_CPU_H

static __always_inline void cpu_relax(void)
{
	__asm__ __volatile__("yield" : : : "memory");
}

#endif
