// SPDX-License-Identifier: GPL-2.0-only
/*
 * run - put the CPU into the state that is asked for, measure, prove that it was in that state, put
 * it back.
 *
 * The order is the invariant: state, warm-up, look, samples, look, state back. Between the two
 * looks nothing happens but the samples.
 */
#include <bench/run.h>

#include <arch/irqflags.h>
#include <arch/measure.h>
#include <arch/primitives.h>
#include <bench/validate.h>
#include <core/env.h>
#include <sched/sched.h>

static void state_enter(const struct run *run, unsigned long *section)
{
	if (!run->irqs_on)
		local_irq_disable();
	if (run->nested)
		*section = run->bench_case->begin();
}

static void state_leave(const struct run *run, unsigned long section)
{
	if (run->nested)
		run->bench_case->end(section);
	if (!run->irqs_on)
		local_irq_enable();
}

/*
 * What this machine cannot do: this operation, or reading time in order. Counting needs no order.
 */
static const char *run_refusal(const struct bench_case *c)
{
	const char *reason = arch_primitive_refusal(c->name);

	if (!reason && !env_counts_instructions())
		reason = arch_measure_refusal();
	return reason;
}

void run_measure(const struct plan *plan, u32 number, u32 samples, struct run_result *result)
{
	const struct run *run = &plan->runs[number];
	const struct bench_case *c = run->bench_case;
	struct cpu_state before, after;
	unsigned long section = 0;

	if (!result->reason)
		result->reason = run_refusal(c);
	if (result->reason)
		return;
	/*
	 * A reschedule that is pending from before would make every preempt_enable() take its call.
	 */
	schedule();
	preempt_model_set(c->model);
	state_enter(run, &section);
	sample_warm(c);
	if (!result->loops)
		result->loops = plan->loops ? plan->loops : sample_choose_loops(c);
	validate_read_state(&before);
	sample_take(&result->samples, c, result->loops, samples);
	validate_read_state(&after);
	state_leave(run, section);
	preempt_model_set(MODEL_FULL);
	result->reason = validate_state(run, &before, &after);
}

bool run_send(const struct plan *plan, u32 number, struct run_result *result, struct record *r)
{
	const struct run *run = &plan->runs[number];
	const struct sample_set *s = &result->samples;

	if (!result->reason)
		result->reason = validate_samples(plan, run, s);
	record_begin(r, "run");
	record_int(r, "run", number);
	record_str(r, "case", run->bench_case->name);
	record_str(r, "variant", "-");
	record_str(r, "model", preempt_model_names[run->bench_case->model]);
	record_int(r, "cpus", 1);
	record_str(r, "context", "task");
	record_str(r, "irqs", run->irqs_on ? "on" : "off");
	record_int(r, "nest", run->nested);
	record_int(r, "tick", plan->tick_hz);
	record_int(r, "n", HOT_COPIES);
	record_int(r, "loops", (s64)result->loops);
	record_ints(r, "t1", s->t_short, s->nr_short);
	record_ints(r, "t2", s->t_long, s->nr_long);
	record_int(r, "irqs_taken", (s64)s->noise.irqs_taken);
	record_int(r, "irqs_unexpected", (s64)s->noise.irqs_unexpected);
	record_int(r, "switches", (s64)s->noise.switches);
	record_int(r, "migrations", s->noise.migrations);
	record_int(r, "resched_pending", s->noise.resched_pending);
	record_int(r, "lost", s->lost);
	record_str(r, "verdict", result->reason ? "refused" : "ok");
	record_str(r, "reason", result->reason ? result->reason : "");
	record_send(r);
	return !result->reason;
}
