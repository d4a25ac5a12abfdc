// SPDX-License-Identifier: GPL-2.0-only
/*
 * backtrace - without frame pointers: every word on the stack that points behind a call instruction
 * in our text.
 *
 * Invariant: reads only between the bounds that it is given and inside the text, so it cannot
 * fault, whatever the stack holds. No true return address is missed; a stale one may show. Order:
 * none; it takes no lock and runs in a panic. Left out: telling stale from true, which the host
 * does with the debug information.
 */
#include <arch/trap.h>

extern const char __text_start[], __text_end[];

static bool is_text(u64 address)
{
	return address >= (u64)__text_start + 8 && address < (u64)__text_end;
}

/*
 * call rel32 is e8 and four bytes; call through a register or memory is ff /2 in 2, 3, 4, 6 or 7
 * bytes.
 */
static bool follows_call(u64 address)
{
	static const u8 lengths[] = { 2, 3, 4, 6, 7 };
	const u8 *p = (const u8 *)address;

	if (p[-5] == 0xe8)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		const u8 *call = p - lengths[i];

		if (call[0] == 0xff && (call[1] & 0x38) == 0x10)
			return true;
	}
	return false;
}

u32 arch_backtrace(const struct trap_frame *tf, u64 lo, u64 hi, u64 *pcs, u32 max)
{
	u64 at = tf ? arch_trap_sp(tf) : (u64)__builtin_frame_address(0);
	u32 n = 0;

	if (tf && n < max)
		pcs[n++] = arch_trap_pc(tf);
	at = align_up(max_u64(at, lo), 8);
	for (; at < hi && n < max; at += 8) {
		u64 word = *(const u64 *)at;

		if (is_text(word) && follows_call(word))
			pcs[n++] = word;
	}
	return n;
}
