/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * irqflags - RFLAGS.IF by pushf, cli and sti. The restore is Linux's since v5.12: it never writes
 * the flags back, it executes sti if the saved word had IF set. Inside a region that is masked
 * already it costs a test and a jump.
 */
#ifndef ASM_IRQFLAGS_H
#define ASM_IRQFLAGS_H

#include <lib/types.h>

#define X86_RFLAGS_IF (1ul << 9)

static __always_inline unsigned long arch_local_save_flags(void)
{
	unsigned long flags;

	__asm__ __volatile__("pushf\n\tpop %0" : "=r"(flags) : : "memory");
	return flags;
}

static __always_inline void arch_local_irq_disable(void)
{
	__asm__ __volatile__("cli" : : : "memory");
}

static __always_inline void arch_local_irq_enable(void)
{
	__asm__ __volatile__("sti" : : : "memory");
}

static __always_inline bool arch_irqs_disabled_flags(unsigned long flags)
{
	return !(flags & X86_RFLAGS_IF);
}

static __always_inline unsigned long arch_local_irq_save(void)
{
	unsigned long flags = arch_local_save_flags();

	arch_local_irq_disable();
	return flags;
}

static __always_inline void arch_local_irq_restore(unsigned long flags)
{
	if (!arch_irqs_disabled_flags(flags))
		arch_local_irq_enable();
}

#endif
