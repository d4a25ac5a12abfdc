// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan - every case x state that the command line allows, case by case, so that the models and
 * variants of one case stand together.
 */
#include <bench/plan.h>

#include <core/printk.h>
#include <lib/errno.h>
#include <lib/random.h>
#include <lib/string.h>

#include "plan_amount.h"
#include "plan_words.h"

/* Does the case make sense in this state? What it leaves out, its header says. */
static bool case_allows(const struct run *run)
{
	const struct bench_case *c = run->bench_case;

	if (run->nested &&
	    (!(c->flags & CASE_NESTS) || ((c->flags & CASE_MASKS_IRQS) && run->irqs_on)))
		return false;
	if (run->level == LEVEL_HARDIRQ && run->irqs_on)
		return false;
	return run->irqs_on || !(c->flags & (CASE_UNMASKS | CASE_COUNTS));
}

static void plan_add(struct plan *plan, const struct run *run)
{
	if (plan->nr_runs < PLAN_RUNS_MAX)
		plan->runs[plan->nr_runs++] = *run;
	else
		plan->is_full = true;
}

static int plan_check_room(const struct plan *plan)
{
	if (!plan->is_full)
		return 0;
	printk("error: more than %u runs: choose some by case=, variant=, model=", PLAN_RUNS_MAX);
	return -EINVAL;
}

/* All of the CPU's states of @run, on before off, outermost before nested. */
static void add_states(struct plan *plan, const struct plan_words *words, struct run run)
{
	for (u32 state = 0; state < 4; state++) {
		run.irqs_on = !(state & 2);
		run.nested = state & 1;
		if (case_allows(&run) && plan_words_allow_run(words, &run))
			plan_add(plan, &run);
	}
}

static void add_levels(struct plan *plan, const struct plan_words *words, struct run run)
{
	for (u32 level = 0; level < NR_LEVELS; level++) {
		run.level = (enum level)level;
		if (run.bench_case->levels >> level & 1)
			add_states(plan, words, run);
	}
}

/* Without groups there is no v1 and v2. */
static void add_worlds(struct plan *plan, const struct plan_words *words, struct run run)
{
	if (!run.bench_case->subject) {
		add_levels(plan, words, run);
		return;
	}
	for (u32 accounting = 0; accounting < NR_ACCOUNTINGS; accounting++) {
		run.accounting = (enum case_accounting)accounting;
		if (!(run.bench_case->accountings >> accounting & 1))
			continue;
		for (u32 v1 = 0; v1 < 2 - (accounting == ACCOUNTING_CONTROLLER_OFF); v1++) {
			run.v1 = v1;
			add_levels(plan, words, run);
		}
	}
}

static void add_case(struct plan *plan, const struct plan_words *words, const struct bench_case *c)
{
	for (u32 i = 0; i < CASE_SIZES_MAX && (!i || c->sizes[i]); i++)
		add_worlds(plan, words,
			   (struct run){ .bench_case = c, .size = c->sizes[i], .cpus = 1 });
}

/* All entries of one name in a row. */
static void plan_fill(struct plan *plan, const struct plan_words *words)
{
	for_each_case (first) {
		if (!plan_words_case_is_first(first))
			continue;
		for_each_case (c)
			if (!strcmp(c->name, first->name) && plan_words_case_is_measured(c) &&
			    plan_words_allow_case(words, c))
				add_case(plan, words, c);
	}
}

int plan_make(struct plan *plan)
{
	struct plan_words words;

	if (plan_read_amount(plan) || plan_words_read(&words, plan->profile == PROFILE_PUBLISHED))
		return -EINVAL;
	plan_fill(plan, &words);
	if (plan->nr_runs)
		return plan_check_room(plan);
	printk("error: no case can be asked in this state");
	return -EINVAL;
}

int plan_spread(struct plan *plan, u32 cpus)
{
	u32 nr_runs = plan->nr_runs;

	for (u32 i = 0; i < nr_runs; i++)
		if (plan->runs[i].bench_case->flags & CASE_COUNTS)
			plan->runs[i].cpus = cpus;
	for (u32 more = 2; cpus > 1 && more < 2 * cpus; more *= 2) {
		for (u32 i = 0; i < nr_runs; i++) {
			struct run run = plan->runs[i];

			run.cpus = more < cpus ? more : cpus;
			if (run.bench_case->flags & CASE_THREADS)
				plan_add(plan, &run);
		}
	}
	return plan_check_room(plan);
}

bool plan_has_subjects(const struct plan *plan)
{
	for (u32 i = 0; i < plan->nr_runs; i++)
		if (plan->runs[i].bench_case->subject)
			return true;
	return false;
}

u32 plan_nr_records(const struct plan *plan, u32 nr_cores)
{
	u32 nr = plan->nr_runs;

	for (u32 i = 0; i < plan->nr_runs; i++)
		nr += run_is_shared(&plan->runs[i]) ? 0 : nr_cores - 1;
	return nr;
}

void plan_shuffle(const struct plan *plan, u32 pass, u16 *order)
{
	u64 state = (plan->seed ^ (pass + 1ull) << 32) | 1;

	for (u32 i = 0; i < plan->nr_runs; i++)
		order[i] = (u16)i;
	for (u32 i = plan->nr_runs; plan->passes > 1 && i > 1; i--) {
		u32 j = (u32)(random_next(&state) % i);
		u16 kept = order[i - 1];

		order[i - 1] = order[j];
		order[j] = kept;
	}
}
