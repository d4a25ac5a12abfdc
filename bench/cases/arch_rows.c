// SPDX-License-Identifier: GPL-2.0-only
/*
 * arch_rows - Question: how do the other ways compare that this architecture has for the same
 * thing?
 * One operation: what <asm/primitives.h> says of each: older and other forms of masking; per-CPU
 * and atomic adds.
 * Expected: see there. A row that this CPU or its interrupt controller cannot run is refused with
 * the reason.
 * Not measured: any of them contended.
 * Would mislead across architectures: the names are different because the operations are.
 */
#include <bench/case.h>

#include <arch/primitives.h>
#include <core/preempt.h>

#define ARCH_SECTION_CASE(name)                                                             \
	HOT_LOOPS(name, prim_##name##_end(prim_##name##_begin()))                           \
	HOT_CASE(name, .flags = CASE_MASKS_IRQS | CASE_NESTS, .begin = prim_##name##_begin, \
		 .end = prim_##name##_end)

#define ARCH_OPERATION_CASE(name)      \
	HOT_LOOPS(name, prim_##name()) \
	HOT_CASE(name, .flags = 0)

ARCH_SECTIONS(ARCH_SECTION_CASE)
ARCH_OPERATIONS(ARCH_OPERATION_CASE)
