// SPDX-License-Identifier: GPL-2.0-only
/*
 * cache - lines written back, for memory that must outlive a reset. A reset of the processor throws
 * its caches away as they are (SDM vol. 3, table 10-1).
 *
 * Any context, any CPU: the instruction acts on the caches of all. Left out: machines without it,
 * which are older than long mode.
 */
#include <arch/cpu.h>

#include "x86.h"

#define LINE_BYTES_USUAL 64u

static u32 line_bytes(void)
{
	u32 bytes = (x86_cpuid(1, 0).ebx >> 8 & 0xff) * 8;

	return bytes ? bytes : LINE_BYTES_USUAL;
}

void arch_cache_clean(const void *p, size_t bytes)
{
	u32 line = line_bytes();

	for (u64 at = align_down((u64)p, line); at < (u64)p + bytes; at += line)
		__asm__ __volatile__("clflush %0" : "+m"(*(volatile u8 *)at));
	/* Clflush is ordered by a full barrier only (SDM vol. 2). */
	__asm__ __volatile__("mfence" : : : "memory");
}
