/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trap - registers at a fault, and walking a stack without ever faulting again.
 *
 * What is asked here serves the last words of a panic (core/panic), so none of it may wait, take a
 * lock, allocate, or read memory that it has not been told is mapped. The layout of a frame is the
 * architecture's own; names and order of its registers are the manual's.
 */
#ifndef ARCH_TRAP_H
#define ARCH_TRAP_H

#include <lib/types.h>

struct trap_frame;

enum fault_kind {
	FAULT_BREAKPOINT,
	FAULT_ILLEGAL,	      /* undefined instruction */
	FAULT_PROTECTION,     /* general protection; access that the CPU refuses */
	FAULT_PAGE,	      /* no mapping, or not with these rights */
	FAULT_STACK_OVERFLOW, /* the guard page below a stack was hit */
	FAULT_OTHER,
};

struct fault {
	enum fault_kind kind;
	const char *name; /* the manual's name of it */
	u64 address;	  /* what was accessed, where that is known; else 0 */
	u64 code;	  /* error code or ESR */
	bool write;
	bool exec;
};

struct trap_register {
	const char *name;
	u64 value;
};

u64 arch_trap_pc(const struct trap_frame *tf);
u64 arch_trap_sp(const struct trap_frame *tf);

/* The @index-th register for a report; false after the last. */
bool arch_trap_register(const struct trap_frame *tf, u32 index, struct trap_register *out);

/*
 * Return addresses on a stack, innermost first, at most @max; from @tf, or from the caller if it is
 * NULL. Only memory in [@lo, @hi) is read. Without frame pointers (x86_64) these are the words that
 * follow a call instruction: none is missing, some may be stale. Returns how many.
 */
u32 arch_backtrace(const struct trap_frame *tf, u64 lo, u64 hi, u64 *pcs, u32 max);

/*
 * Memory that may fault: copy one naturally aligned word, or read a system register, -EFAULT
 * instead of a fault.
 */
int arch_read_word_safe(const void *from, u64 *out);

#endif
