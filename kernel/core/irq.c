// SPDX-License-Identifier: GPL-2.0-only
/*
 * irq - count, mark the level in the preemption count, dispatch, and run softirqs on the way out of
 * the outermost one.
 *
 * Invariant: the preemption count on the way out is what it was on the way in. Counters and hook
 * are the own CPU's, changed with interrupts off or by one instruction, so there is no lock. The
 * switch to another thread is not made here: the architecture asks preempt_schedule_irq() for it as
 * its last step.
 */
#include <core/irq.h>

#include <arch/cpu.h>
#include <arch/ipi.h>
#include <arch/up.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <core/softirq.h>
#include <core/timer.h>

DEFINE_PER_CPU(u64, irqs_taken);
DEFINE_PER_CPU(u64, irqs_unexpected);

struct irq_hook {
	void (*run)(void *arg);
	void *arg;
};

static DEFINE_PER_CPU(struct irq_hook, irq_hook);

static const char *controller = "none";
static const char *refusal = "not looked for yet";

void irq_init(void)
{
	if (!arch_irq_init(&controller, &refusal) && !arch_irq_cpu_init(0, &refusal))
		refusal = NULL;
}

const char *irq_refusal(void)
{
	return refusal;
}

const char *irq_controller(void)
{
	return controller;
}

static void irq_enter(void)
{
	this_cpu_add(irqs_taken, 1);
	arch_preempt_count_add(HARDIRQ_OFFSET);
	barrier();
}

static void irq_exit(void)
{
	barrier();
	arch_preempt_count_sub(HARDIRQ_OFFSET);
	if (!in_interrupt())
		softirq_run_pending();
}

void irq_set_hook(void (*hook)(void *arg), void *arg)
{
	struct irq_hook *h = this_cpu_ptr(&irq_hook);

	h->run = NULL;
	barrier();
	h->arg = arg;
	barrier();
	h->run = hook;
}

static void irq_run_hook(void)
{
	struct irq_hook *h = this_cpu_ptr(&irq_hook);

	if (h->run)
		h->run(h->arg);
}

void irq_dispatch(enum irq_source source)
{
	irq_enter();
	if (source == IRQ_TIMER)
		timer_interrupt();
	else
		this_cpu_add(irqs_unexpected, 1);
	irq_exit();
}

void ipi_dispatch(u32 kind)
{
	irq_enter();
	switch (kind) {
	case IPI_RESCHEDULE:
		set_need_resched();
		break;
	case IPI_CALL:
		smp_run_call();
		break;
	case IPI_STOP:
		arch_cpu_park();
	case IPI_HOOK:
		irq_run_hook();
		break;
	}
	irq_exit();
}
