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

#define this_cpu_cmpxchg(var, old, new)                            \
	({                                                         \
		__typeof__(var) found__ = (__typeof__(var))(old);  \
		__asm__ __volatile__("cmpxchg %2, %%gs:%1"         \
				     : "+a"(found__), "+m"(var)    \
				     : "r"((__typeof__(var))(new)) \
				     : "cc");                      \
		found__;                                           \
	})

/*
 * Every processor with long mode has the instruction but the first AMD64 ones (CPUID 1 ecx bit 13;
 * 64-bit Windows has wanted it since 8.1). Without lock it is one step here all the same: an
 * interrupt comes before an instruction or behind it. Code before it in its stretch sets flags by
 * logical instructions only: tests/codegen/exchange says why and looks.
 */
#define this_cpu_cmpxchg_double(ptr, old1, old2, new1, new2)                          \
	({                                                                            \
		u64 found1__ = (u64)(old1), found2__ = (u64)(old2);                   \
		bool done__;                                                          \
		static_assert(sizeof(*(ptr)) == 16 && __alignof__(*(ptr)) >= 16,      \
			      "two words, aligned");                                  \
		__asm__ __volatile__("cmpxchg16b %%gs:%1"                             \
				     : "=@ccz"(done__), "+m"(*(ptr)), "+a"(found1__), \
				       "+d"(found2__)                                 \
				     : "b"((u64)(new1)), "c"((u64)(new2)));           \
		done__;                                                               \
	})

/* CPU n keeps its own offset where everybody can load it with one instruction. */
extern unsigned long x86_percpu_offset;

#define this_cpu_ptr(ptr) \
	((__typeof__(ptr))((unsigned long)(ptr) + this_cpu_read(x86_percpu_offset)))

/* Boot of a CPU; interrupts off. Also fills x86_percpu_offset. */
void arch_percpu_set_base(unsigned long offset);

#endif
