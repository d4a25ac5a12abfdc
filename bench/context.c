// SPDX-License-Identifier: GPL-2.0-only
/*
 * context - a softirq by the way that bottom halves are enabled, as a task that raised one serves
 * it; a hard interrupt by an interrupt that this CPU sends itself.
 *
 * Both run on the stack of the thread that waits for them, so the wait is short and bounded by what
 * is run.
 */
#include <bench/context.h>

#include <arch/cpu.h>
#include <arch/ipi.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/softirq.h>

/* Until it is taken; what it runs then takes as long as it likes. */
#define HARDIRQ_BEGIN_NS NS_PER_SECOND

struct context_call {
	void (*fn)(void *arg);
	void *arg;
	bool done; /* written by the interrupt on this CPU */
};

const char *const context_names[NR_CONTEXTS] = {
	[CONTEXT_TASK] = "task",
	[CONTEXT_SOFTIRQ] = "softirq",
	[CONTEXT_HARDIRQ] = "hardirq",
};

u32 context_preempt_count(enum case_context context)
{
	if (context == CONTEXT_HARDIRQ)
		return HARDIRQ_OFFSET;
	/* local_bh_enable() keeps depth 1 while it serves (core/softirq.h). */
	return context == CONTEXT_SOFTIRQ ? SOFTIRQ_OFFSET + PREEMPT_OFFSET : 0;
}

static void context_hook(void *arg)
{
	struct context_call *call = arg;

	call->fn(call->arg);
	WRITE_ONCE(call->done, true);
}

static void softirq_call(struct context_call *call)
{
	softirq_set_hook(context_hook, call);
	local_bh_disable();
	softirq_raise(SOFTIRQ_HOOK);
	local_bh_enable();
	softirq_set_hook(NULL, NULL);
}

static void set_irq_hook(void (*hook)(void *arg), struct context_call *call)
{
	preempt_disable();
	irq_set_hook(hook, call);
	preempt_enable();
}

static void hardirq_call(struct context_call *call)
{
	u64 start = clock_ns();

	if (irq_refusal())
		return;
	set_irq_hook(context_hook, call);
	arch_ipi_self(IPI_HOOK);
	while (!READ_ONCE(call->done) && clock_ns() - start < HARDIRQ_BEGIN_NS)
		cpu_relax();
	set_irq_hook(NULL, NULL);
}

bool context_run(enum case_context context, void (*fn)(void *arg), void *arg)
{
	struct context_call call = { .fn = fn, .arg = arg };

	if (context == CONTEXT_TASK)
		context_hook(&call);
	else if (context == CONTEXT_SOFTIRQ)
		softirq_call(&call);
	else
		hardirq_call(&call);
	return READ_ONCE(call.done);
}
