/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu - one instruction with a GS prefix, without lock. The symbol's own address plus GS base is
 * this CPU's copy.
 *
 * `volatile` keeps the accesses where they stand; there is no memory clobber, as in Linux: order
 * against other memory is the caller's business.
 */
#ifndef ASM_PERCPU_H
#define ASM_PERCPU_H

#include <lib/types.h>

#define this_cpu_read(var)                                                        \
	({                                                                        \
		__typeof__(var) val__;                                            \
		__asm__ __volatile__("mov %%gs:%1, %0" : "=r"(val__) : "m"(var)); \
		val__;                                                            \
	})

#define this_cpu_write(var, val) \
	__asm__ __volatile__("mov %1, %%gs:%0" : "=m"(var) : "r"((__typeof__(var))(val)))

#define this_cpu_add(var, val) \
	__asm__ __volatile__("add %1, %%gs:%0" : "+m"(var) : "r"((__typeof__(var))(val)) : "cc")

/* CPU n keeps its own offset where everybody can load it with one instruction. */
extern unsigned long x86_percpu_offset;

#define this_cpu_ptr(ptr) \
	((__typeof__(ptr))((unsigned long)(ptr) + this_cpu_read(x86_percpu_offset)))

/* Boot of a CPU; interrupts off. Also fills x86_percpu_offset. */
void arch_percpu_set_base(unsigned long offset);

#endif
