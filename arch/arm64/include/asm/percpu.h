/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu - TPIDR_EL1 holds this CPU's offset. There is no read-modify-write instruction that takes
 * it, so every change is made with preemption off, as the model being compiled does it: these are
 * macros, so that this header does not need <core/preempt.h>. The change itself is an exclusive
 * pair of load and store, or an LSE atomic in a build for CPUs that have them; the return from an
 * interrupt clears the exclusive monitor (Arm ARM B2.9), so what an interrupt changes in between is
 * seen, and the change begins anew.
 *
 * A read is one load: the value may be the previous CPU's, as it may be for a caller that migrates
 * just after.
 */
#ifndef ASM_PERCPU_H
#define ASM_PERCPU_H

#include <lib/types.h>

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

#define this_cpu_write(var, val)                                           \
	do {                                                               \
		preempt_disable();                                         \
		WRITE_ONCE(*this_cpu_ptr(&(var)), (__typeof__(var))(val)); \
		preempt_enable();                                          \
	} while (0)

#define this_cpu_add(var, val)                                                   \
	do {                                                                     \
		preempt_disable();                                               \
		__atomic_fetch_add(this_cpu_ptr(&(var)), (__typeof__(var))(val), \
				   __ATOMIC_RELAXED);                            \
		preempt_enable();                                                \
	} while (0)

#define this_cpu_cmpxchg(var, old, new)                                                      \
	({                                                                                   \
		__typeof__(var) found__ = (__typeof__(var))(old);                            \
		preempt_disable();                                                           \
		__atomic_compare_exchange_n(this_cpu_ptr(&(var)), &found__,                  \
					    (__typeof__(var))(new), false, __ATOMIC_RELAXED, \
					    __ATOMIC_RELAXED);                               \
		preempt_enable();                                                            \
		found__;                                                                     \
	})

#ifdef __ARM_FEATURE_ATOMICS
#define ARM64_HAS_LSE 1
#else
#define ARM64_HAS_LSE 0
#endif

struct arm64_pair {
	u64 word[2];
} __aligned(16);

/*
 * The two loads are one step only if the store succeeds. That is enough here: no other CPU writes,
 * and what an interrupt wrote between them makes the store fail, or the comparison.
 */
static __always_inline bool arm64_cmpxchg_double_llsc(struct arm64_pair *p, u64 old1, u64 old2,
						      u64 new1, u64 new2)
{
	u64 found1, found2;
	u32 failed;

	__asm__ __volatile__("1:	ldxp	%0, %1, %3\n"
			     "	eor	%0, %0, %4\n"
			     "	eor	%1, %1, %5\n"
			     "	orr	%0, %0, %1\n"
			     "	cbnz	%0, 2f\n"
			     "	stxp	%w2, %6, %7, %3\n"
			     "	cbnz	%w2, 1b\n"
			     "2:"
			     : "=&r"(found1), "=&r"(found2), "=&r"(failed), "+Q"(*p)
			     : "r"(old1), "r"(old2), "r"(new1), "r"(new2));
	return !found1;
}

/* The instruction wants neighbouring registers, the first one even. */
static __always_inline bool arm64_cmpxchg_double_lse(struct arm64_pair *p, u64 old1, u64 old2,
						     u64 new1, u64 new2)
{
	register u64 x0 __asm__("x0") = old1;
	register u64 x1 __asm__("x1") = old2;
	register u64 x2 __asm__("x2") = new1;
	register u64 x3 __asm__("x3") = new2;

	__asm__ __volatile__(".arch_extension lse\n"
			     "	casp	%0, %1, %3, %4, %2"
			     : "+r"(x0), "+r"(x1), "+Q"(*p)
			     : "r"(x2), "r"(x3));
	return x0 == old1 && x1 == old2;
}

#define this_cpu_cmpxchg_double(ptr, old1, old2, new1, new2)                                       \
	({                                                                                         \
		u64 old1__ = (u64)(old1), old2__ = (u64)(old2);                                    \
		u64 new1__ = (u64)(new1), new2__ = (u64)(new2);                                    \
		struct arm64_pair *pair__;                                                         \
		bool done__;                                                                       \
		static_assert(sizeof(*(ptr)) == 16 && __alignof__(*(ptr)) >= 16,                   \
			      "two words, aligned");                                               \
		preempt_disable();                                                                 \
		pair__ = (struct arm64_pair *)this_cpu_ptr(ptr);                                   \
		done__ = ARM64_HAS_LSE ? arm64_cmpxchg_double_lse(pair__, old1__, old2__, new1__,  \
								  new2__)                          \
				       : arm64_cmpxchg_double_llsc(pair__, old1__, old2__, new1__, \
								   new2__);                        \
		preempt_enable();                                                                  \
		done__;                                                                            \
	})

#endif
