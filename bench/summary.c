// SPDX-License-Identifier: GPL-2.0-only
/*
 * summary - finds the few runs that the headline is made of. A run that was refused or not planned
 * shows as a dash; of several that would do, the first counts.
 */
#include <bench/summary.h>

#include <bench/names.h>
#include <core/env.h>
#include <core/summary.h>
#include <lib/fmt.h>
#include <lib/string.h>
#include <sched/sched.h>

#define REASONS_SHOWN 4u
#define ALLOC_BYTES   128u
#define FIGURE_BYTES  24u

static const char *const shown_variants[] = { "base", "v6-refill", "v6-taskobj" };

/* Which run a figure is of. */
struct wanted {
	const char *name;
	const char *variant; /* "-": the case has none */
	u32 size;
	enum preempt_model model;
	bool irqs_on;
};

static void sort_u64(u64 *values, u32 nr)
{
	for (u32 i = 1; i < nr; i++) {
		u64 value = values[i];
		u32 at = i;

		for (; at && values[at - 1] > value; at--)
			values[at] = values[at - 1];
		values[at] = value;
	}
}

/* Twice the median: that of an even count is the mean of the middle two. */
static u64 median_twice(const u64 *samples, u32 nr)
{
	u64 sorted[SAMPLES_MAX];

	nr = (u32)min_u64(nr, SAMPLES_MAX);
	memcpy(sorted, samples, nr * sizeof(*samples));
	sort_u64(sorted, nr);
	return sorted[(nr - 1) / 2] + sorted[nr / 2];
}

/* Of one operation: p50_milli of docs/records.md. */
static s64 run_milli(const struct run *run, const struct run_result *r)
{
	u64 operations = run->bench_case->copies * r->loops;
	s64 twice = (s64)(median_twice(r->samples.t_long, r->samples.nr_long) -
			  median_twice(r->samples.t_short, r->samples.nr_short));
	u64 size = (twice < 0 ? -(u64)twice : (u64)twice) * 1000;
	s64 milli = (s64)((size + operations) / (2 * operations));

	return twice < 0 ? -milli : milli;
}

static bool run_matches(const struct run *run, const struct wanted *w)
{
	const struct bench_case *c = run->bench_case;
	char variant[NAME_BYTES];

	if (strcmp(c->name, w->name) || c->model != w->model || run->size != w->size ||
	    run->irqs_on != w->irqs_on || run->cpus != 1 || run->level != LEVEL_TASK ||
	    run->nested || run->v1 || (c->flags & (CASE_THREADS | CASE_COUNTS)))
		return false;
	if (c->subject && run->accounting != ACCOUNTING_ON)
		return false;
	name_variant(c->subject, variant);
	return !strcmp(variant, w->variant);
}

/* False: no such run, or refused. */
static bool figure_find(const struct plan *plan, const struct run_result *results,
			const struct wanted *w, s64 *milli)
{
	for (u32 i = 0; i < plan->nr_runs; i++) {
		const struct run_result *r = &results[i];

		if (!run_matches(&plan->runs[i], w))
			continue;
		if (r->reason || !r->loops || !r->samples.nr_short || !r->samples.nr_long)
			return false;
		*milli = run_milli(&plan->runs[i], r);
		return true;
	}
	return false;
}

static void figure_text(bool is_known, s64 milli, char text[FIGURE_BYTES])
{
	if (is_known)
		summary_decimal(milli, text);
	else
		fmt_text(text, FIGURE_BYTES, "%12s", "-");
}

/* One row of irq_save against preempt. False: neither was measured so. */
static bool pair_row(const struct plan *plan, const struct run_result *results,
		     enum preempt_model model, bool irqs_on)
{
	struct wanted w = { .variant = "-", .model = model, .irqs_on = irqs_on };
	char irq_text[FIGURE_BYTES], preempt_text[FIGURE_BYTES], both_text[FIGURE_BYTES];
	s64 irq = 0, preempt = 0;
	bool has_irq, has_preempt;

	w.name = "irq_save";
	has_irq = figure_find(plan, results, &w, &irq);
	w.name = "preempt";
	has_preempt = figure_find(plan, results, &w, &preempt);
	if (!has_irq && !has_preempt)
		return false;
	figure_text(has_irq, irq, irq_text);
	figure_text(has_preempt, preempt, preempt_text);
	figure_text(has_irq && has_preempt, irq - preempt, both_text);
	summary_line("  %-9s irqs %-4s %s %s %s", preempt_model_names[model],
		     irqs_on ? "on" : "off", irq_text, preempt_text, both_text);
	if (has_irq && has_preempt)
		summary_code("p %c%u %lld %lld", preempt_model_names[model][0], irqs_on,
			     (long long)irq, (long long)preempt);
	return true;
}

static void pairs_summary(const struct plan *plan, const struct run_result *results)
{
	summary_line("One section, %-8s     irq_save      preempt   difference", env_sample_unit());
	for (u32 model = MODEL_NONE; model <= MODEL_FULL; model++) {
		bool has_on = pair_row(plan, results, model, true);
		bool has_off = pair_row(plan, results, model, false);

		if (!has_on && !has_off)
			summary_line("  %-9s not measured", preempt_model_names[model]);
	}
}

/*
 * One row of alloc1. The first one in the code is headed by *@cpu, which is then -1. False: nothing
 * of it was measured.
 */
static bool alloc_row(const struct plan *plan, const struct run_result *results,
		      enum preempt_model model, bool irqs_on, s32 *cpu)
{
	struct wanted w = {
		.name = "alloc1", .size = ALLOC_BYTES, .model = model, .irqs_on = irqs_on
	};
	char text[ARRAY_SIZE(shown_variants)][FIGURE_BYTES];
	s64 milli[ARRAY_SIZE(shown_variants)] = { 0 };
	u32 nr = 0;

	for (u32 i = 0; i < ARRAY_SIZE(shown_variants); i++) {
		bool is_known;

		w.variant = shown_variants[i];
		is_known = figure_find(plan, results, &w, &milli[i]);
		figure_text(is_known, milli[i], text[i]);
		nr += is_known;
	}
	if (!nr)
		return false;
	summary_line("  %-9s irqs %-4s %s %s %s", preempt_model_names[model],
		     irqs_on ? "on" : "off", text[0], text[1], text[2]);
	if (nr != ARRAY_SIZE(shown_variants))
		return true;
	if (*cpu >= 0)
		summary_code_last("cpu %d", *cpu);
	*cpu = -1;
	summary_code_last("a %c%u %lld %lld %lld", preempt_model_names[model][0], irqs_on,
			  (long long)milli[0], (long long)milli[1], (long long)milli[2]);
	return true;
}

static void alloc_summary(const struct plan *plan, const struct run_result *results, s32 cpu)
{
	if (!plan_has_subjects(plan))
		return;
	summary_line("Alloc and free 128 B          base    v6-refill   v6-taskobj");
	for (u32 model = MODEL_NONE; model <= MODEL_FULL; model++)
		if (!alloc_row(plan, results, model, true, &cpu))
			alloc_row(plan, results, model, false, &cpu);
}

static u32 reason_count(const struct plan *plan, const struct run_result *results,
			const char *reason, u32 *first)
{
	u32 n = 0;

	for (u32 i = plan->nr_runs; i--;) {
		if (!results[i].reason || strcmp(results[i].reason, reason))
			continue;
		*first = i;
		n++;
	}
	return n;
}

/* The first few reasons that differ, each with how many runs it refused. */
static void reasons_summary(const struct plan *plan, const struct run_result *results)
{
	u32 shown = 0;

	for (u32 i = 0; i < plan->nr_runs && shown < REASONS_SHOWN; i++) {
		u32 first = 0, n;

		if (!results[i].reason)
			continue;
		n = reason_count(plan, results, results[i].reason, &first);
		if (first != i)
			continue;
		if (!shown++)
			summary_line("Refused, and why:");
		summary_line("  %5u %s", n, results[i].reason);
	}
}

void bench_summary(const struct plan *plan, const struct run_result *results, s32 cpu)
{
	static bool unit_is_said;

	summary_line(" ");
	if (cpu >= 0)
		summary_line("CPU %d:", cpu);
	/* The same for all CPUs: room for figures. */
	if (!unit_is_said)
		summary_code("unit %s", env_sample_unit());
	unit_is_said = true;
	if (cpu >= 0)
		summary_code("cpu %d", cpu);
	pairs_summary(plan, results);
	alloc_summary(plan, results, cpu);
	reasons_summary(plan, results);
}
