/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * primitives - the operations that only one architecture has, as rows for the bench.
 *
 * Owed by <asm/primitives.h>, inline, and the two lists of their names:
 *
 *   #define ARCH_SECTIONS(X)   X(irq_popf) ...	pairs: unsigned long prim_<name>_begin(void),
 *						void prim_<name>_end(unsigned long)
 *   #define ARCH_OPERATIONS(X) X(percpu_add) ...	single operations: void prim_<name>(void)
 *
 * and arch_primitive_refusal(): why a row cannot run on this machine (NULL: it can), a CPU without
 * the instructions, a controller without the register. The header is compiled once for each
 * preemption model, so an operation may use preempt_disable() of core/preempt.h and costs what it
 * costs there.
 */
#ifndef ARCH_PRIMITIVES_H
#define ARCH_PRIMITIVES_H

#include <lib/types.h>
#include <arch/percpu.h>

/* What the per-CPU and atomic rows add to; padded, so that nothing else lies on their lines. */
struct primitive_percpu {
	u64 word;
} __aligned(128);

struct primitive_atomic {
	u32 word;
} __aligned(128);

DECLARE_PER_CPU(struct primitive_percpu, primitive_percpu);
extern struct primitive_atomic primitive_atomic;

const char *arch_primitive_refusal(const char *name);

#include <asm/primitives.h>

#endif
