/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu - the areas of the other CPUs, and reaching into them.
 *
 * One's own copy is arch/percpu.h, and cheaper. A slot's area exists from percpu_alloc() on and for
 * good, before its CPU starts. It begins as zeroes; per-CPU data that wants another start is set up
 * by its CPU.
 */
#ifndef CORE_PERCPU_H
#define CORE_PERCPU_H

#include <arch/cpu.h>
#include <arch/percpu.h>

/*
 * Distance from the section .percpu to each slot's area; 0 for slot 0. Written before the CPU
 * starts.
 */
extern unsigned long percpu_offsets[CPUS_MAX];

/* Another CPU's copy. Whoever uses it orders the accesses. */
#define per_cpu(var, cpu) (*(__typeof__(&(var)))((unsigned long)&(var) + percpu_offsets[cpu]))

/* Allocate the zeroed area of @slot. 0 or -ENOMEM. */
int percpu_alloc(u32 slot);

#endif
