// SPDX-License-Identifier: GPL-2.0-only
/*
 * context - a function in a softirq or a hard interrupt of this CPU, by the hooks that exist for
 * tests.
 */
#include <test/context.h>

#include <arch/ipi.h>
#include <core/preempt.h>
#include <core/softirq.h>
#include <test/aid.h>
#include <test/test.h>

const char *const context_names[NR_CONTEXTS] = { "task", "softirq", "hardirq" };

struct call {
	void (*fn)(void *arg);
	void *arg;
	enum context context;
	u32 done;
};

static void call_run(void *arg)
{
	struct call *call = arg;

	EXPECT_EQ(in_task(), call->context == CONTEXT_TASK);
	EXPECT_EQ(!!in_hardirq(), call->context == CONTEXT_HARDIRQ);
	call->fn(call->arg);
	WRITE_ONCE(call->done, 1);
}

static void run_softirq(struct call *call)
{
	aid_set_softirq_hook(call_run, call);
	local_bh_disable();
	softirq_raise(SOFTIRQ_HOOK);
	local_bh_enable();
	aid_set_softirq_hook(NULL, NULL);
}

static void run_hardirq(struct call *call)
{
	aid_set_irq_hook(call_run, call);
	arch_ipi_self(IPI_HOOK);
	aid_spin_until(&call->done, 1);
	aid_set_irq_hook(NULL, NULL);
}

void context_run(enum context context, void (*fn)(void *arg), void *arg)
{
	struct call call = { .fn = fn, .arg = arg, .context = context };

	if (context == CONTEXT_TASK)
		call_run(&call);
	else if (context == CONTEXT_SOFTIRQ)
		run_softirq(&call);
	else
		run_hardirq(&call);
	EXPECT_EQ(call.done, 1);
}
