// SPDX-License-Identifier: GPL-2.0-only
/*
 * enter, x86_64 - the kernel leaves long mode at its entry, so all that it is given lies below
 * 4 GiB. Caches are coherent with instruction fetch and with a DMA-less reader; lines are flushed
 * only since a reset may drop what is dirty.
 */
#include "arch.h"

#define LINE_BYTES 64 /* of every CPU with long mode */

const struct arch arch = {
	.name = "x86_64",
	.machine = ELF_X86_64,
	.top = 4ull << 30,
	.low_bytes = 4 * 4096,
	/* The legacy screen. What firmware keeps below it, it does not give. */
	.low_top = 0xa0000,
};

u64 arch_counter(void)
{
	return __builtin_ia32_rdtsc();
}

void arch_clean(const void *start, u64 bytes)
{
	u64 at = (u64)(uintptr_t)start & ~(LINE_BYTES - 1ull);

	for (u64 end = (u64)(uintptr_t)start + bytes; at < end; at += LINE_BYTES)
		__asm__ volatile("clflush %0" ::"m"(*(const char *)(uintptr_t)at));
	__asm__ volatile("mfence" ::: "memory");
}

void arch_enter(u64 entry, u64 handover)
{
	__asm__ volatile("cli\n\tcld\n\tjmp *%0" ::"r"(entry), "D"(handover) : "memory");
	__builtin_unreachable();
}
