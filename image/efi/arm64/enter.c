// SPDX-License-Identifier: GPL-2.0-only
/*
 * enter, arm64 - the kernel turns the MMU off at its entry, and then sees memory and not the
 * caches: what it is given has been cleaned to the point of coherency (Arm ARM, D7.5), which the
 * entry may rely on.
 */
#include "arch.h"

const struct arch arch = {
	.name = "arm64",
	.machine = ELF_AARCH64,
	.top = UINT64_MAX & ~0xfffull,
};

u64 arch_counter(void)
{
	u64 count;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(count));
	return count;
}

static u64 line_bytes(void)
{
	u64 type;

	__asm__("mrs %0, ctr_el0" : "=r"(type));
	/* DminLine: log2 of the words in the smallest data line. */
	return 4ull << (type >> 16 & 15);
}

void arch_clean(const void *start, u64 bytes)
{
	u64 line = line_bytes(), at = (u64)(uintptr_t)start & ~(line - 1);

	for (u64 end = (u64)(uintptr_t)start + bytes; at < end; at += line)
		__asm__ volatile("dc cvac, %0" ::"r"(at) : "memory");
	__asm__ volatile("dsb sy" ::: "memory");
}

void arch_enter(u64 entry, u64 handover)
{
	register u64 x0 __asm__("x0") = handover;

	__asm__ volatile("msr daifset, #15\n\t"
			 "ic ialluis\n\t"
			 "dsb sy\n\t"
			 "isb\n\t"
			 "br %1" ::"r"(x0),
			 "r"(entry)
			 : "memory");
	__builtin_unreachable();
}
