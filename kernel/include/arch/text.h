/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text - branches that are decided by patching the code, and how code is patched.
 *
 * Text is mapped read-only and stays so: a write goes by a way that no other CPU has and that is
 * closed again before arch_text_write() returns.
 *
 * Owed by <asm/text.h>, inline:
 *
 *   bool arch_branch_nop(const void *key, u32 likely)	as built a NOP: false; as a jump: true
 *   bool arch_branch_jump(const void *key, u32 likely)	as built a jump: true; as a NOP: false
 *
 * Both arguments are constants when inlined. Each copy leaves a struct branch_site in the section
 * .static_keys; and ARCH_BRANCH_BYTES, the length of either instruction.
 */
#ifndef ARCH_TEXT_H
#define ARCH_TEXT_H

#include <lib/types.h>

/*
 * Distances from the field itself, so that an object file may be linked again, its symbols renamed
 * or made local, and the image moved.
 */
struct branch_site {
	s32 site;
	s32 target;
	s32 key;
	u32 likely;
};

/* In the asm that has the instruction at 1:, with operands %0 the key, %1 likely, label l_jump. */
#define BRANCH_SITE                            \
	".pushsection .static_keys, \"a\"\n\t" \
	".balign 4\n\t"                        \
	".long 1b - .\n\t"                     \
	".long %l[l_jump] - .\n\t"             \
	".long %c0 - .\n\t"                    \
	".long %c1\n\t"                        \
	".popsection"

#include <asm/text.h>

/* The instruction for @site: a jump to @target, or a NOP. Pure. */
void arch_branch_encode(u8 code[ARCH_BRANCH_BYTES], const void *site, const void *target,
			bool jump);

/*
 * Replace @n bytes of the kernel's text at @insn, whole instructions, by @bytes. No CPU executes
 * them meanwhile, and each runs arch_text_sync() before it does. 0, or -EINVAL with nothing
 * written: not text, or more than an instruction. Context: threads, one at a time.
 */
int arch_text_write(void *insn, const void *bytes, size_t n);

/* This CPU forgets what it has fetched ahead. Any context. */
void arch_text_sync(void);

#endif
