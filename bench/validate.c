// SPDX-License-Identifier: GPL-2.0-only
/*
 * validate - a list of things that would make a figure a lie, each with the words that refuse it.
 *
 * Outermost means that nothing is counted at entry but the context; nested, that exactly what one
 * section of this kind leaves is, too. With the tick on, its own interrupts are expected where they
 * can be taken, and nowhere else.
 */
#include <bench/validate.h>

#include <arch/irqflags.h>
#include <bench/level.h>
#include <core/clock.h>
#include <core/preempt.h>
#include <sched/sched.h>

void validate_read_state(struct run_state *state)
{
	state->irqs_on = !irqs_disabled();
	state->preempt_count = preempt_count();
	state->readers = current_thread()->rcu_nesting;
	state->model = preempt_model();
}

const char *validate_state(const struct run *run, const struct run_state *before,
			   const struct run_state *after)
{
	const struct bench_case *c = run->bench_case;

	if (before->irqs_on != run->irqs_on || before->model != c->model)
		return "the state that was asked for was not in force";
	if (before->preempt_count !=
		    level_preempt_count(run->level) + (run->nested ? c->nested_count : 0) ||
	    before->readers != (run->nested ? c->nested_readers : 0))
		return "the context or nesting that was asked for was not in force";
	if (after->irqs_on != before->irqs_on || after->model != before->model)
		return "interrupts or the model are not as they were at entry";
	if (after->preempt_count != before->preempt_count || after->readers != before->readers)
		return "the preemption count is not what it was at entry";
	return NULL;
}

/*
 * As many interrupts as the tick can have made meanwhile; one more for each sample's ragged ends.
 */
static u64 ticks_expected(const struct plan *plan, const struct run *run,
			  const struct sample_set *set)
{
	u64 hz = clock_desc()->counter_hz;
	u64 total = sample_sum(set->t_long, set->nr_long);

	if (!run->irqs_on || !plan->tick_hz || !hz)
		return 0;
	/* Of threads t_short has operations. */
	if (!(run->bench_case->flags & CASE_THREADS))
		total += sample_sum(set->t_short, set->nr_short);
	return total * plan->tick_hz / hz + set->nr_short + set->nr_long;
}

const char *validate_samples(const struct plan *plan, const struct run *run,
			     const struct sample_set *set)
{
	const struct sample_noise *noise = &set->noise;
	u64 expected = ticks_expected(plan, run, set);
	/* Outside of tasks the count is never 0, so no preemption check takes the call there. */
	bool is_pending_harmless =
		run->level != LEVEL_TASK || (expected && run->bench_case->model != MODEL_FULL);

	if (noise->irqs_taken > expected || noise->irqs_unexpected)
		return "interrupts were taken";
	if (noise->migrations)
		return "the thread moved to another CPU";
	if (noise->switches)
		return "the thread was switched away from";
	if (noise->resched_pending && !is_pending_harmless)
		return "a reschedule was pending";
	if (set->nr_short != plan_room(plan, run) || set->nr_long != set->nr_short || set->lost)
		return "samples are missing";
	return NULL;
}
