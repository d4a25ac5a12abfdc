// SPDX-License-Identifier: GPL-2.0-only
/*
 * backtrace - registers and return addresses for a report.
 *
 * Invariant: frame pointers are kept on this architecture, so a walk is exact; it reads nothing
 * outside of the bounds that it is given and each record lies above the one before, so it ends.
 * Only a function that has no frame of its own, or not yet, has its caller in x30 alone: after a
 * fault x30 is shown, too, and may be stale. Order: none; it takes no lock and runs in a panic.
 */
#include <arch/trap.h>

#include "arm64.h"

extern const char __text_start[], __text_end[];

u64 arch_trap_pc(const struct trap_frame *tf)
{
	return tf->pc;
}

u64 arch_trap_sp(const struct trap_frame *tf)
{
	return tf->sp;
}

bool arch_trap_register(const struct trap_frame *tf, u32 index, struct trap_register *out)
{
	static const char names[][8] = {
		"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",	    "x7",  "x8",
		"x9",  "x10", "x11", "x12", "x13", "x14", "x15",    "x16", "x17",
		"x18", "x19", "x20", "x21", "x22", "x23", "x24",    "x25", "x26",
		"x27", "x28", "x29", "x30", "sp",  "pc",  "pstate",
	};

	if (index >= ARRAY_SIZE(names))
		return false;
	out->name = names[index];
	out->value = (&tf->regs[0])[index];
	return true;
}

static bool is_text(u64 address)
{
	return address >= (u64)__text_start && address < (u64)__text_end;
}

u32 arch_backtrace(const struct trap_frame *tf, u64 lo, u64 hi, u64 *pcs, u32 max)
{
	u64 fp = tf ? tf->regs[29] : (u64)__builtin_frame_address(0);
	u32 nr = 0;

	if (tf && nr < max)
		pcs[nr++] = tf->pc;
	if (tf && nr < max && is_text(tf->regs[30]))
		pcs[nr++] = tf->regs[30];
	/* Each record lies above the one before, so the walk ends. */
	while (nr < max && fp >= lo && hi - lo >= 16 && fp <= hi - 16 && !(fp & 7)) {
		const u64 *record = (const u64 *)fp;

		if (!record[1])
			break;
		pcs[nr++] = record[1];
		if (record[0] <= fp)
			break;
		fp = record[0];
	}
	return nr;
}
