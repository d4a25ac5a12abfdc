/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpu - the simulated machine has one thread: there is nobody to wait for.
 */
#ifndef ASM_CPU_H
#define ASM_CPU_H

static __always_inline void cpu_relax(void)
{
}

#endif
