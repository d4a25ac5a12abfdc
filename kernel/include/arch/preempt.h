/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * preempt - where the preemption count and the need-resched flag live.
 *
 * The layout of the low 32 bits is the same everywhere and is Linux's: bits 0-7 preemption-off
 * depth, 8-15 softirq (bit 8 serving one, 0x200 for each bottom-half disable), 16-19 hard interrupt
 * depth, 20-23 NMI depth. need-resched is kept inverted beside it, so that one test for zero says
 * "depth 0 and a reschedule wanted": bit 31 of the per-CPU word on x86_64, the upper half of the
 * thread's 64-bit word on arm64.
 *
 * Owed, inline:
 *
 *   u32 preempt_count(void)			without the need-resched bit
 *   void arch_preempt_count_add(u32)		no barrier of its own
 *   void arch_preempt_count_sub(u32)
 *   bool arch_preempt_count_dec_and_test(void)	subtract 1; true: depth 0 and a reschedule wanted
 *   bool arch_preempt_should_resched(void)	the same test without the subtraction
 *   void set_need_resched(void)		for what runs here now; interrupts or preemption off
 *   void clear_need_resched(void)
 *   bool need_resched(void)
 *   void arch_preempt_call_schedule(void)	call preempt_schedule() as preempt_enable() does
 */
#ifndef ARCH_PREEMPT_H
#define ARCH_PREEMPT_H

#include <lib/types.h>

#define PREEMPT_OFFSET	       0x1u
#define PREEMPT_MASK	       0xffu
#define SOFTIRQ_OFFSET	       0x100u
#define SOFTIRQ_DISABLE_OFFSET 0x200u
#define SOFTIRQ_MASK	       0xff00u
#define HARDIRQ_OFFSET	       0x10000u
#define HARDIRQ_MASK	       0xf0000u
#define NMI_MASK	       0xf00000u

/* What a new thread's word starts with: depth 1, dropped by its first instructions. */
#define PREEMPT_INIT PREEMPT_OFFSET

/*
 * sched: the slow path of preempt_enable(). May switch threads. Interrupts as the caller has them.
 */
void preempt_schedule(void);

#include <asm/preempt.h>

#endif
