/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * primitives - the rows that only arm64 has: the older DAIF immediate, the interrupt controller's
 * priority mask as Linux's pseudo-NMI uses it, per-CPU and plain atomic addition by exclusive pair
 * and by LSE.
 *
 * The per-CPU additions turn preemption off as the model being compiled does, which is what
 * this_cpu_add() costs there: they are macros, so that this header does not need <core/preempt.h>
 * where only its names are wanted.
 */
#ifndef ASM_PRIMITIVES_H
#define ASM_PRIMITIVES_H

#include <lib/types.h>
#include <arch/irqflags.h>
#include <arch/percpu.h>

#define ARCH_SECTIONS(X) X(irq_daif2) X(irq_pmr) X(irq_pmr_dsb)
#define ARCH_OPERATIONS(X) \
	X(percpu_add_llsc) X(percpu_add_lse) X(atomic_add_llsc) X(atomic_add_lse) X(mul_chain)

/* Interrupts have priority 0xa0 (gic.c): the first lets them through, the second does not. */
#define ARM64_PMR_ON  0xf0ul
#define ARM64_PMR_OFF 0x60ul

static __always_inline unsigned long prim_irq_daif2_begin(void)
{
	unsigned long flags = arch_local_save_flags();

	if (!arch_irqs_disabled_flags(flags))
		__asm__ __volatile__("msr daifset, #2" : : : "memory");
	return flags;
}

static __always_inline void prim_irq_daif2_end(unsigned long flags)
{
	arch_local_irq_restore(flags);
}

static __always_inline unsigned long prim_irq_pmr_begin(void)
{
	unsigned long pmr;

	__asm__ __volatile__("mrs %0, icc_pmr_el1" : "=r"(pmr) : : "memory");
	if (pmr == ARM64_PMR_ON)
		__asm__ __volatile__("msr icc_pmr_el1, %0" : : "r"(ARM64_PMR_OFF) : "memory");
	return pmr;
}

static __always_inline void prim_irq_pmr_end(unsigned long pmr)
{
	__asm__ __volatile__("msr icc_pmr_el1, %0" : : "r"(pmr) : "memory");
}

static __always_inline unsigned long prim_irq_pmr_dsb_begin(void)
{
	return prim_irq_pmr_begin();
}

/*
 * Where ICC_CTLR_EL1.PMHE is set, a restored priority takes effect at the distributor only after a
 * DSB.
 */
static __always_inline void prim_irq_pmr_dsb_end(unsigned long pmr)
{
	prim_irq_pmr_end(pmr);
	__asm__ __volatile__("dsb sy" : : : "memory");
}

static __always_inline void arm64_add_llsc(u64 *word)
{
	u64 value;
	u32 failed;

	__asm__ __volatile__("1:	ldxr	%0, %2\n"
			     "	add	%0, %0, #1\n"
			     "	stxr	%w1, %0, %2\n"
			     "	cbnz	%w1, 1b"
			     : "=&r"(value), "=&r"(failed), "+Q"(*word));
}

static __always_inline void arm64_add_lse(u64 *word)
{
	__asm__ __volatile__(".arch_extension lse\n"
			     "	stadd	%1, %0"
			     : "+Q"(*word)
			     : "r"(1ul));
}

#define prim_percpu_add(add)                               \
	do {                                               \
		preempt_disable();                         \
		add(this_cpu_ptr(&primitive_percpu.word)); \
		preempt_enable();                          \
	} while (0)

#define prim_percpu_add_llsc() prim_percpu_add(arm64_add_llsc)
#define prim_percpu_add_lse()  prim_percpu_add(arm64_add_lse)

/* 32 bits, as atomic_t has. */
static __always_inline void prim_atomic_add_llsc(void)
{
	u32 value, failed;

	__asm__ __volatile__("1:	ldxr	%w0, %2\n"
			     "	add	%w0, %w0, #1\n"
			     "	stxr	%w1, %w0, %2\n"
			     "	cbnz	%w1, 1b"
			     : "=&r"(value), "=&r"(failed), "+Q"(primitive_atomic.word));
}

static __always_inline void prim_atomic_add_lse(void)
{
	__asm__ __volatile__(".arch_extension lse\n"
			     "	stadd	%w1, %0"
			     : "+Q"(primitive_atomic.word)
			     : "r"(1u));
}

/* A control: each waits for the one before, 3 to 5 cycles on most cores. */
static __always_inline void prim_mul_chain(void)
{
	__asm__ __volatile__("mul x9, x9, x9" : : : "x9");
}

#endif
