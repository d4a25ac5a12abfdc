/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * primitives - the rows that only x86_64 has: the restore that Linux had before v5.12, the one-
 * instruction per-CPU add, the locked add.
 *
 * Invariant: each is the instruction that its name says and no other (tests/codegen). Order: none
 * beyond what the instruction gives. Left out: rows that both architectures have.
 */
#ifndef ASM_PRIMITIVES_H
#define ASM_PRIMITIVES_H

#include <lib/types.h>
#include <arch/irqflags.h>
#include <arch/percpu.h>

#define ARCH_SECTIONS(X)   X(irq_popf)
#define ARCH_OPERATIONS(X) X(percpu_add) X(atomic_add) X(mul_chain)

static __always_inline unsigned long prim_irq_popf_begin(void)
{
	return arch_local_irq_save();
}

static __always_inline void prim_irq_popf_end(unsigned long flags)
{
	__asm__ __volatile__("push %0\n\tpopf" : : "r"(flags) : "memory", "cc");
}

/*
 * An immediate operand, as this_cpu_inc() has it; this_cpu_add() of this tree would load a register
 * first.
 */
static __always_inline void prim_percpu_add(void)
{
	__asm__ __volatile__("incq %%gs:%0" : "+m"(primitive_percpu.word) : : "cc");
}

static __always_inline void prim_atomic_add(void)
{
	__asm__ __volatile__("lock incl %0" : "+m"(primitive_atomic.word) : : "memory", "cc");
}

/* A control: each waits for the one before, 3 cycles on every CPU since Nehalem and Zen. */
static __always_inline void prim_mul_chain(void)
{
	__asm__ __volatile__("imul %%rax, %%rax" : : : "rax", "cc");
}

#endif
