// SPDX-License-Identifier: GPL-2.0-only
/*
 * validate - a list of things that would make a figure a lie, each with the word that refuses it.
 */
#include <bench/validate.h>

#include <arch/irqflags.h>
#include <core/preempt.h>
#include <sched/sched.h>

void validate_read_state(struct cpu_state *state)
{
	state->irqs_on = !irqs_disabled();
	state->preempt_count = preempt_count();
	state->model = preempt_model();
}

static const char *check_state(const struct run *run, const struct cpu_state *before,
			       const struct cpu_state *after)
{
	bool irqs_on = run->irqs_on && !(run->nested && (run->bench_case->flags & CASE_MASKS_IRQS));

	if (before->irqs_on != irqs_on || before->model != run->bench_case->model)
		return "the state that was asked for was not in force";
	if (after->irqs_on != before->irqs_on)
		return "interrupts are not as they were at entry";
	if (after->preempt_count != before->preempt_count)
		return "the preemption count is not what it was at entry";
	return NULL;
}

static const char *check_noise(const struct plan *plan, const struct sample_noise *noise)
{
	if (noise->irqs_taken && !plan->tick_hz)
		return "interrupts were taken";
	if (noise->migrations)
		return "the thread moved to another CPU";
	if (noise->switches)
		return "the thread was switched away from";
	if (noise->resched_pending && !plan->tick_hz)
		return "a reschedule was pending";
	return NULL;
}

const char *validate_run(const struct plan *plan, const struct run *run,
			 const struct sample_set *set, const struct cpu_state *before,
			 const struct cpu_state *after)
{
	const char *reason = check_state(run, before, after);

	if (!reason)
		reason = check_noise(plan, &set->noise);
	if (!reason &&
	    (set->nr_short != plan->samples || set->nr_long != plan->samples || set->lost))
		reason = "samples are missing";
	return reason;
}
