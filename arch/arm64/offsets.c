// SPDX-License-Identifier: GPL-2.0-only
/*
 * offsets - compiled to assembly only; the build turns each marked line into a #define for the
 * assembly here.
 *
 * Invariant: every offset that assembly uses comes from here, so a structure can be changed in one
 * place. Left out: what only one side needs.
 */
#include <arch/thread.h>

#include "arm64.h"

#define OFFSET(name, type, member) \
	__asm__ __volatile__("\n/*\n@define " #name " %c0\n*/" : : "i"(offsetof(type, member)))
#define VALUE(name, value) __asm__ __volatile__("\n/*\n@define " #name " %c0\n*/" : : "i"(value))

void offsets(void);

void offsets(void)
{
	OFFSET(START_ROOT, struct arm64_start, root_phys);
	OFFSET(START_PERCPU, struct arm64_start, percpu_offset);
	OFFSET(FRAME_SP, struct trap_frame, sp);
	OFFSET(FRAME_PC, struct trap_frame, pc);
	OFFSET(FRAME_RECORD, struct trap_frame, record);
	VALUE(FRAME_BYTES, sizeof(struct trap_frame));
	OFFSET(THREAD_SAVED, struct arch_thread, saved);
}
