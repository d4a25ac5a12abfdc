// SPDX-License-Identifier: GPL-2.0-only
/*
 * level - a softirq by the way that bottom halves are enabled, as a task that raised one serves
 * it; a hard interrupt by an interrupt that this CPU sends itself.
 *
 * Both run on the stack of the thread that waits for them, so the wait is short and bounded by what
 * is run.
 */
#include <bench/level.h>

#include <arch/cpu.h>
#include <arch/ipi.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/softirq.h>

/* Until it is taken; what it runs then takes as long as it likes. */
#define HARDIRQ_BEGIN_NS NS_PER_SECOND

struct level_call {
	void (*fn)(void *arg);
	void *arg;
	bool done; /* written by the interrupt on this CPU */
};

const char *const level_names[NR_LEVELS] = {
	[LEVEL_TASK] = "task",
	[LEVEL_SOFTIRQ] = "softirq",
	[LEVEL_HARDIRQ] = "hardirq",
};

u32 level_preempt_count(enum level level)
{
	if (level == LEVEL_HARDIRQ)
		return HARDIRQ_OFFSET;
	/* local_bh_enable() keeps depth 1 while it serves (core/softirq.h). */
	return level == LEVEL_SOFTIRQ ? SOFTIRQ_OFFSET + PREEMPT_OFFSET : 0;
}

static void level_hook(void *arg)
{
	struct level_call *call = arg;

	call->fn(call->arg);
	WRITE_ONCE(call->done, true);
}

static void softirq_call(struct level_call *call)
{
	softirq_set_hook(level_hook, call);
	local_bh_disable();
	softirq_raise(SOFTIRQ_HOOK);
	local_bh_enable();
	softirq_set_hook(NULL, NULL);
}

static void set_irq_hook(void (*hook)(void *arg), struct level_call *call)
{
	preempt_disable();
	irq_set_hook(hook, call);
	preempt_enable();
}

static void hardirq_call(struct level_call *call)
{
	u64 start = clock_ns();

	if (irq_refusal())
		return;
	set_irq_hook(level_hook, call);
	arch_ipi_self(IPI_HOOK);
	while (!READ_ONCE(call->done) && clock_ns() - start < HARDIRQ_BEGIN_NS)
		cpu_relax();
	set_irq_hook(NULL, NULL);
}

bool level_run(enum level level, void (*fn)(void *arg), void *arg)
{
	struct level_call call = { .fn = fn, .arg = arg };

	if (level == LEVEL_TASK)
		level_hook(&call);
	else if (level == LEVEL_SOFTIRQ)
		softirq_call(&call);
	else
		hardirq_call(&call);
	return READ_ONCE(call.done);
}
