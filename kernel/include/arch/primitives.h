/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * primitives - the operations that only one architecture has, as rows for the bench.
 *
 * Owed by <asm/primitives.h>: for each name, an inline function `prim_<name>()` that does the operation once, and the list
 *
 *   #define ARCH_PRIMITIVES(X) X(irq_popf) ...
 *
 * and `const char *arch_primitive_refusal(const char *name)`, which says why a row cannot run on this machine (NULL: it
 * can): a CPU without the instructions, a controller without the register.
 */
#ifndef ARCH_PRIMITIVES_H
#define ARCH_PRIMITIVES_H

#include <lib/types.h>
#include <arch/percpu.h>

/* What the per-CPU and atomic rows add to. Defined by the bench, each alone on its cache lines. */
DECLARE_PER_CPU(u64, primitive_percpu_word);
extern u32 primitive_atomic_word;

const char *arch_primitive_refusal(const char *name);

#include <asm/primitives.h>

#endif
