/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpu - instructions on the processor itself.
 *
 * Invariant: cpu_relax() is a compiler barrier, so a loop around it reads memory afresh. Left out:
 * whatever changes the CPU's state (cpu.c).
 */
#ifndef ASM_CPU_H
#define ASM_CPU_H

static __always_inline void cpu_relax(void)
{
	__asm__ __volatile__("yield" : : : "memory");
}

#endif
