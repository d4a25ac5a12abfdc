// SPDX-License-Identifier: GPL-2.0-only
/*
 * primitive_data - what the per-CPU and atomic rows add to. 128 bytes: two lines, because some
 * prefetchers fetch pairs. Nobody reads the values.
 */
#include <arch/primitives.h>

DEFINE_PER_CPU(struct primitive_percpu, primitive_percpu);
struct primitive_atomic primitive_atomic;
