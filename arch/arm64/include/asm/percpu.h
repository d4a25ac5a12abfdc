/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu - TPIDR_EL1 holds this CPU's offset. There is no read-modify-write instruction that takes
 * it, so every change is made with preemption off; the addition is an exclusive pair, which an
 * interrupt's own addition cannot tear.
 *
 * A read is one load: the value may be the previous CPU's, as it may be for a caller that migrates
 * just after.
 */
#ifndef ASM_PERCPU_H
#define ASM_PERCPU_H

#include <lib/types.h>
#include <arch/preempt.h>

static __always_inline unsigned long arm64_percpu_offset(void)
{
	unsigned long offset;

	__asm__ __volatile__("mrs %0, tpidr_el1" : "=r"(offset));
	return offset;
}

static __always_inline void arch_percpu_set_base(unsigned long offset)
{
	__asm__ __volatile__("msr tpidr_el1, %0\n\tisb" : : "r"(offset) : "memory");
}

#define this_cpu_ptr(ptr) ((__typeof__(ptr))((unsigned long)(ptr) + arm64_percpu_offset()))

#define this_cpu_read(var) READ_ONCE(*this_cpu_ptr(&(var)))

static __always_inline void arm64_percpu_begin(void)
{
	arch_preempt_count_add(1);
	barrier();
}

static __always_inline void arm64_percpu_end(void)
{
	barrier();
	if (unlikely(arch_preempt_count_dec_and_test()))
		arch_preempt_call_schedule();
}

#define this_cpu_write(var, val)                                           \
	do {                                                               \
		arm64_percpu_begin();                                      \
		WRITE_ONCE(*this_cpu_ptr(&(var)), (__typeof__(var))(val)); \
		arm64_percpu_end();                                        \
	} while (0)

#define this_cpu_add(var, val)                                                   \
	do {                                                                     \
		arm64_percpu_begin();                                            \
		__atomic_fetch_add(this_cpu_ptr(&(var)), (__typeof__(var))(val), \
				   __ATOMIC_RELAXED);                            \
		arm64_percpu_end();                                              \
	} while (0)

#endif
