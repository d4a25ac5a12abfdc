/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu_alloc - per-CPU variables that come and go, out of a reserve inside .percpu.
 *
 * What alloc_percpu() returns is used like the address of a per-CPU variable: this_cpu_ptr(),
 * this_cpu_add(*ptr, 1), per_cpu_ptr(ptr, cpu). It is CPU 0's copy.
 */
#ifndef CORE_PERCPU_ALLOC_H
#define CORE_PERCPU_ALLOC_H

#include <core/percpu.h>

/* Another CPU's copy of what @ptr points to. Whoever uses it orders the accesses. */
#define per_cpu_ptr(ptr, cpu) \
	((__typeof__(ptr))((unsigned long)(ptr) + percpu_offsets[cpu]))

/*
 * @bytes on every CPU, zeroed on all that have an area, aligned to @align (a power of two, at most
 * 64). NULL when the reserve is used up or an argument is out of range. Any context but NMI.
 */
void *alloc_percpu(size_t bytes, size_t align);

/* What alloc_percpu() gave; NULL is allowed. Panics on anything else. Any context but NMI. */
void free_percpu(void *ptr);

/* Bytes on each CPU that are handed out, for tests that compare before and after. */
size_t percpu_alloc_nr_used(void);

#endif
