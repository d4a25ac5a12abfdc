// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_send - the record of a run (docs/records.md).
 */
#include <bench/run.h>

#include <bench/level.h>
#include <bench/mixed.h>
#include <bench/names.h>
#include <bench/validate.h>
#include <core/clock.h>
#include <core/smp.h>
#include <lib/fmt.h>
#include <sched/sched.h>

#define REASON_BYTES 160

static void send_state(const struct plan *plan, const struct run *run, struct record *r)
{
	const struct bench_case *c = run->bench_case;
	char variant[NAME_BYTES];

	name_variant(c->subject, variant);
	record_str(r, "case", c->name);
	record_str(r, "variant", variant);
	record_str(r, "model", preempt_model_names[c->model]);
	record_int(r, "size", run->size);
	record_int(r, "batch", c->batch);
	record_int(r, "v1", run->v1);
	record_str(r, "accounting", name_accounting(run));
	record_int(r, "cpus", run->cpus);
	record_str(r, "context", level_names[run->level]);
	record_str(r, "irqs", run->irqs_on ? "on" : "off");
	record_int(r, "nest", run->nested);
	record_int(r, "tick", plan->tick_hz);
}

static void send_samples(const struct run *run, const struct run_result *result, struct record *r)
{
	const struct sample_set *s = &result->samples;

	record_int(r, "n", run->bench_case->copies);
	record_int(r, "loops", (s64)result->loops);
	record_ints(r, "t1", s->t_short, s->nr_short);
	record_ints(r, "t2", s->t_long, s->nr_long);
}

static void send_load(const struct plan *plan, const struct run_result *result, struct record *r)
{
	const struct sample_set *s = &result->samples;

	record_int(r, "ns", (s64)(plan->load_ms * NS_PER_MS));
	record_ints(r, "ops", s->t_short, s->nr_short);
	record_ints(r, "ticks", s->t_long, s->nr_long);
}

static void send_noise(const struct sample_set *s, struct record *r)
{
	record_int(r, "irqs_taken", (s64)s->noise.irqs_taken);
	record_int(r, "irqs_unexpected", (s64)s->noise.irqs_unexpected);
	record_int(r, "switches", (s64)s->noise.switches);
	record_int(r, "migrations", s->noise.migrations);
	record_int(r, "resched_pending", s->noise.resched_pending);
	record_int(r, "lost", s->lost);
}

static void send_verdict(const struct run_result *result, struct record *r)
{
	char reason[REASON_BYTES] = "";

	if (result->fault.invariant)
		fmt_text(reason, sizeof(reason), "oracle: I%u %s: %lld, not %lld",
			 result->fault.invariant, result->reason, (long long)result->fault.got,
			 (long long)result->fault.want);
	else if (result->reason)
		fmt_text(reason, sizeof(reason), "%s", result->reason);
	record_str(r, "verdict", result->reason ? "refused" : "ok");
	record_str(r, "reason", reason);
}

/* Runs of several CPUs are no one core's. */
static void send_core(const struct run *run, const struct run_result *result, struct record *r)
{
	if (run_is_shared(run))
		return;
	record_int(r, "cpu", result->cpu);
	record_int(r, "core", (s64)cpus[result->cpu].core_type);
}

bool run_send(const struct plan *plan, u32 index, struct run_result *result, struct record *r)
{
	const struct run *run = &plan->runs[index];

	if (!result->reason)
		result->reason = validate_samples(plan, run, &result->samples);
	record_begin(r, run->bench_case->flags & CASE_COUNTS ? "count" : "run");
	record_int(r, "run", result->number);
	send_state(plan, run, r);
	send_core(run, result, r);
	if (run->bench_case->flags & CASE_COUNTS)
		mixed_send(&result->samples, r);
	else if (run->bench_case->flags & CASE_THREADS)
		send_load(plan, result, r);
	else
		send_samples(run, result, r);
	/* Interrupts and switches are what counts are taken under. */
	if (!(run->bench_case->flags & CASE_COUNTS))
		send_noise(&result->samples, r);
	send_verdict(result, r);
	record_send(r);
	return !result->reason;
}
