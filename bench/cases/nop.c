// SPDX-License-Identifier: GPL-2.0-only
/*
 * nop - Question: does the method read right what everybody knows?
 * One operation: one nop. A control, like mul_chain among the rows of the architecture.
 * Expected: 1 instruction; a fraction of a cycle on CPUs that fetch several, never more than one.
 * Not measured: anything else.
 * Would mislead if it were taken for the cost of an instruction.
 */
#include <bench/case.h>

HOT_LOOPS(nop, __asm__ __volatile__("nop"))
HOT_CASE(nop, .flags = 0)
