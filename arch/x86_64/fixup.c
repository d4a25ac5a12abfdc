// SPDX-License-Identifier: GPL-2.0-only
/*
 * fixup - accesses that may fault, and the table that repairs them. An entry says: if the
 * instruction at `fault` faults, go on at `resume`; the register that holds the result still says
 * that it failed.
 *
 * Invariant: an entry names exactly one instruction, and nothing between it and `resume` has an
 * effect. Order: needs this CPU's IDT (x86_gdt_init); before that a fault is the end. Left out: a
 * sorted table; there are three entries.
 */
#include <arch/trap.h>
#include <lib/errno.h>

#include "x86.h"

/* Distances from the entry itself. */
struct x86_fixup {
	s32 fault;
	s32 resume;
};

#define FIXUP(fault, resume)                      \
	".pushsection .fixups, \"a\"\n\t"         \
	".long " fault " - ., " resume " - .\n\t" \
	".popsection\n\t"

extern const struct x86_fixup __fixups_start[], __fixups_end[];

bool x86_fixup_apply(struct trap_frame *tf)
{
	for (const struct x86_fixup *f = __fixups_start; f < __fixups_end; f++) {
		if ((u64)&f->fault + (u64)(s64)f->fault != tf->rip)
			continue;
		tf->rip = (u64)&f->resume + (u64)(s64)f->resume;
		return true;
	}
	return false;
}

int arch_read_word_safe(const void *from, u64 *out)
{
	int error = -EFAULT;
	u64 value = 0;

	__asm__ __volatile__("1: mov %2, %1\n\t"
			     "xor %0, %0\n"
			     "2:\n\t" FIXUP("1b", "2b")
			     : "+r"(error), "+r"(value)
			     : "m"(*(const u64 *)from)
			     : "cc");
	*out = value;
	return error;
}

int x86_rdmsr_safe(u32 msr, u64 *v)
{
	int error = -EIO;
	u32 low = 0, high = 0;

	__asm__ __volatile__("1: rdmsr\n\t"
			     "xor %0, %0\n"
			     "2:\n\t" FIXUP("1b", "2b")
			     : "+r"(error), "+a"(low), "+d"(high)
			     : "c"(msr)
			     : "cc");
	*v = (u64)high << 32 | low;
	return error;
}

int x86_wrmsr_safe(u32 msr, u64 v)
{
	int error = -EIO;

	__asm__ __volatile__("1: wrmsr\n\t"
			     "xor %0, %0\n"
			     "2:\n\t" FIXUP("1b", "2b")
			     : "+r"(error)
			     : "c"(msr), "a"((u32)v), "d"((u32)(v >> 32))
			     : "memory", "cc");
	return error;
}
