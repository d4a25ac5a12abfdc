// SPDX-License-Identifier: GPL-2.0-only
/*
 * run - make the world, put the CPU into the state that is asked for, measure, prove that it was in
 * that state, put it back, have the oracle look, take the world away.
 *
 * The order is the invariant: world, context, state, warm-up, look, samples, look, and back.
 * Between the two looks nothing happens but the samples.
 */
#include <bench/run.h>

#include <arch/irqflags.h>
#include <arch/measure.h>
#include <arch/percpu.h>
#include <arch/primitives.h>
#include <bench/level.h>
#include <bench/mixed.h>
#include <bench/threads.h>
#include <bench/validate.h>
#include <core/env.h>
#include <core/smp.h>
#include <sched/sched.h>

/* One go, for what is run in the context. */
struct go {
	const struct plan *plan;
	const struct run *run;
	u32 samples;
	struct run_result *result;
	struct run_state before, after;
};

static void state_enter(const struct run *run, unsigned long *section)
{
	if (!run->irqs_on && run->level != LEVEL_HARDIRQ)
		local_irq_disable();
	if (run->nested)
		*section = run->bench_case->begin();
}

static void state_leave(const struct run *run, unsigned long section)
{
	if (run->nested)
		run->bench_case->end(section);
	if (!run->irqs_on && run->level != LEVEL_HARDIRQ)
		local_irq_enable();
}

/*
 * What this machine cannot do: this operation, or reading time in order. Counting needs no order.
 */
static const char *run_refusal(const struct bench_case *c)
{
	const char *reason = arch_primitive_refusal(c->name);

	if (c->subject && !arch_percpu_has_cmpxchg_double())
		return "this CPU cannot exchange two words at once";
	if (c->subject && smp_cpu() >= world_cpus())
		return "groups know no CPU behind one that is absent";
	/* The counter is set up on the boot CPU, and counts what others execute, too. */
	if (env_counts_instructions() && smp_cpu())
		return "instructions are counted on CPU 0 only";
	if (!reason && !env_counts_instructions())
		reason = arch_measure_refusal();
	return reason;
}

static void go_measure(void *arg)
{
	struct go *go = arg;
	struct run_result *result = go->result;
	const struct bench_case *c = go->run->bench_case;
	unsigned long section = 0;

	state_enter(go->run, &section);
	sample_warm(c);
	if (!result->loops)
		result->loops = plan_loops(go->plan, go->run);
	if (!result->loops)
		result->loops = sample_choose_loops(c);
	validate_read_state(&go->before);
	sample_take(&result->samples, c, result->loops, go->samples);
	validate_read_state(&go->after);
	state_leave(go->run, section);
}

static const char *go_run(struct go *go)
{
	/*
	 * A reschedule that is pending from before would make every preempt_enable() take its call.
	 */
	schedule();
	if (!level_run(go->run->level, go_measure, go))
		return "this context cannot be made here";
	return validate_state(go->run, &go->before, &go->after);
}

/* What is done in a subject's world. */
static const char *go_act(struct go *go, const struct world *world)
{
	u32 flags = go->run->bench_case->flags;

	if (flags & CASE_THREADS)
		return threads_run(go->plan, go->run, &go->result->samples);
	if (flags & CASE_COUNTS)
		return mixed_run(go->plan, world, &go->result->samples, &go->result->fault);
	return go_run(go);
}

static const char *go_run_in_world(struct go *go)
{
	struct world world;
	const char *reason = world_begin(&world, go->run);
	const char *left;

	if (!reason)
		reason = go_act(go, &world);
	if (!reason)
		reason = world_check(&world, &go->result->fault);
	left = world_end(&world, &go->result->fault);
	return reason ? reason : left;
}

void run_measure(const struct plan *plan, u32 index, u32 samples, struct run_result *result)
{
	const struct run *run = &plan->runs[index];
	struct go go = { .plan = plan, .run = run, .samples = samples, .result = result };

	if (!result->reason)
		result->reason = run_refusal(run->bench_case);
	if (result->reason || sample_is_full(&result->samples))
		return;
	preempt_model_set(run->bench_case->model);
	result->reason = run->bench_case->subject ? go_run_in_world(&go) : go_run(&go);
	preempt_model_set(MODEL_FULL);
}
