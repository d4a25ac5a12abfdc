/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * irqflags - mask and unmask interrupts on this CPU. The heart of what is measured.
 *
 * Owed, inline, each written as Linux does it on that architecture (docs/fidelity.md; x86_64:
 * v5.12 and later, arm64: both I and F):
 *
 *   unsigned long arch_local_irq_save(void)	mask; gives what arch_local_irq_restore() wants
 *   void arch_local_irq_restore(unsigned long)	back to that state
 *   void arch_local_irq_enable(void)
 *   void arch_local_irq_disable(void)
 *   unsigned long arch_local_save_flags(void)	read, change nothing
 *   bool arch_irqs_disabled_flags(unsigned long)
 *
 * Each is a compiler barrier: nothing that must be inside the section may leave it.
 */
#ifndef ARCH_IRQFLAGS_H
#define ARCH_IRQFLAGS_H

#include <lib/types.h>
#include <asm/irqflags.h>

/* As in Linux: @flags is an lvalue of type unsigned long. */
#define local_irq_save(flags)	 ((flags) = arch_local_irq_save())
#define local_irq_restore(flags) arch_local_irq_restore(flags)
#define local_irq_enable()	 arch_local_irq_enable()
#define local_irq_disable()	 arch_local_irq_disable()

static __always_inline bool irqs_disabled(void)
{
	return arch_irqs_disabled_flags(arch_local_save_flags());
}

#endif
