/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * irqflags - the simulated machine: one flag, which section_point()'s hook asks.
 */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <lib/types.h>

extern unsigned long host_irqs_off;

static __always_inline unsigned long arch_local_save_flags(void)
{
	return host_irqs_off;
}

static __always_inline bool arch_irqs_disabled_flags(unsigned long flags)
{
	return flags;
}

static __always_inline void arch_local_irq_disable(void)
{
	host_irqs_off = 1;
}

static __always_inline void arch_local_irq_enable(void)
{
	host_irqs_off = 0;
}

static __always_inline unsigned long arch_local_irq_save(void)
{
	unsigned long flags = host_irqs_off;

	host_irqs_off = 1;
	return flags;
}

static __always_inline void arch_local_irq_restore(unsigned long flags)
{
	host_irqs_off = flags;
}

#endif
