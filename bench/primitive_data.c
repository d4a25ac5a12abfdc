// SPDX-License-Identifier: GPL-2.0-only
/*
 * primitive_data - what the per-CPU and atomic rows add to. Two lines each, because of prefetchers
 * that fetch pairs.
 */
#include <arch/primitives.h>

__aligned(128) DEFINE_PER_CPU(u64, primitive_percpu_word);
__aligned(128) u32 primitive_atomic_word;
