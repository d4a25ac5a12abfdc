// SPDX-License-Identifier: GPL-2.0-only
/*
 * run - put the CPU into the state that is asked for, measure, prove that it was in that state, put
 * it back.
 */
#include <bench/run.h>

#include <arch/irqflags.h>
#include <arch/primitives.h>
#include <bench/sample.h>
#include <bench/validate.h>
#include <lib/string.h>
#include <sched/sched.h>

static struct sample_set run_samples; /* one run at a time */

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

static void run_send(const struct plan *plan, u32 number, u64 loops, const char *reason,
		     struct record *r)
{
	const struct run *run = &plan->runs[number];
	const struct sample_set *s = &run_samples;

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
	record_int(r, "loops", (s64)loops);
	record_ints(r, "t1", s->t_short, s->nr_short);
	record_ints(r, "t2", s->t_long, s->nr_long);
	record_int(r, "irqs_taken", (s64)s->noise.irqs_taken);
	record_int(r, "switches", (s64)s->noise.switches);
	record_int(r, "migrations", s->noise.migrations);
	record_int(r, "resched_pending", s->noise.resched_pending);
	record_int(r, "lost", s->lost);
	record_str(r, "verdict", reason ? "refused" : "ok");
	record_str(r, "reason", reason ? reason : "");
	record_send(r);
}

void run_refuse(const struct plan *plan, u32 number, const char *reason, struct record *r)
{
	memset(&run_samples, 0, sizeof(run_samples));
	run_send(plan, number, 0, reason, r);
}

bool run_measure(const struct plan *plan, u32 number, struct record *r)
{
	const struct run *run = &plan->runs[number];
	const char *reason = arch_primitive_refusal(run->bench_case->name);
	struct cpu_state before, after;
	unsigned long section = 0;
	u64 loops;

	if (reason) {
		run_refuse(plan, number, reason, r);
		return false;
	}
	memset(&run_samples, 0, sizeof(run_samples));
	preempt_model_set(run->bench_case->model);
	state_enter(run, &section);
	loops = plan->loops ? plan->loops : sample_choose_loops(run->bench_case);
	validate_read_state(&before);
	sample_take(&run_samples, run->bench_case, loops, plan->samples);
	validate_read_state(&after);
	state_leave(run, section);
	preempt_model_set(MODEL_FULL);

	reason = validate_run(plan, run, &run_samples, &before, &after);
	run_send(plan, number, loops, reason, r);
	return !reason;
}
