/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * irqflags - PSTATE.I and F together, by DAIF. As Linux: the save leaves the mask alone if it is
 * set already; the restore always writes the register. (Linux up to about v5.12 masked I only; that
 * is primitive irq_daif2.)
 */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <lib/types.h>

#define ARM64_DAIF_I (1ul << 7)

static __always_inline unsigned long arch_local_save_flags(void)
{
	unsigned long flags;

	__asm__ __volatile__("mrs %0, daif" : "=r"(flags) : : "memory");
	return flags;
}

static __always_inline void arch_local_irq_disable(void)
{
	__asm__ __volatile__("msr daifset, #3" : : : "memory");
}

static __always_inline void arch_local_irq_enable(void)
{
	__asm__ __volatile__("msr daifclr, #3" : : : "memory");
}

static __always_inline bool arch_irqs_disabled_flags(unsigned long flags)
{
	return flags & ARM64_DAIF_I;
}

static __always_inline unsigned long arch_local_irq_save(void)
{
	unsigned long flags = arch_local_save_flags();

	if (!arch_irqs_disabled_flags(flags))
		arch_local_irq_disable();
	return flags;
}

static __always_inline void arch_local_irq_restore(unsigned long flags)
{
	__asm__ __volatile__("msr daif, %0" : : "r"(flags) : "memory");
}

#endif
