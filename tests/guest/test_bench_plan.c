// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_plan - that the plan has the whole matrix, each cell once, and nothing that makes no
 * sense.
 */
#include <bench/plan.h>
#include <bench/threads.h>
#include <core/env.h>
#include <lib/string.h>
#include <sched/sched.h>
#include <subject/subject.h>
#include <test/test.h>

static struct plan plan;

static bool make(void)
{
	memset(&plan, 0, sizeof(plan));
	EXPECT_EQ(plan_make(&plan), 0);
	return !test_has_failed();
}

static bool is_same(const struct run *a, const struct run *b)
{
	return a->bench_case == b->bench_case && a->size == b->size && a->level == b->level &&
	       a->accounting == b->accounting && a->v1 == b->v1 && a->irqs_on == b->irqs_on &&
	       a->nested == b->nested && a->cpus == b->cpus;
}

static u32 cells(const struct run *wanted)
{
	u32 n = 0;

	for (u32 i = 0; i < plan.nr_runs; i++)
		n += is_same(&plan.runs[i], wanted);
	return n;
}

/* Of one case in one level: v1 and v2, on and both kinds of off, interrupts on and off. */
static void expect_states(const struct bench_case *c, u32 size, enum level level)
{
	for (u32 state = 0; state < 12; state++) {
		struct run run = { .bench_case = c,
				   .size = size,
				   .cpus = 1,
				   .level = level,
				   .accounting = (enum case_accounting)(state / 4),
				   .v1 = state & 1,
				   .irqs_on = state & 2 };
		bool makes_sense = !(run.v1 && run.accounting == ACCOUNTING_CONTROLLER_OFF) &&
				   !(run.irqs_on && level == LEVEL_HARDIRQ);

		EXPECT_EQ(cells(&run), makes_sense);
	}
}

static void expect_subject(const struct subject *s)
{
	u32 found = 0;

	for_each_case (c) {
		if (c->subject != s)
			continue;
		found |= (strcmp(c->name, "alloc4") ? 0 : 1) | (strcmp(c->name, "alloc1") ? 0 : 2);
		if (!strcmp(c->name, "alloc4")) {
			expect_states(c, 32, LEVEL_TASK);
			expect_states(c, 4096, LEVEL_TASK);
		} else if (!strcmp(c->name, "alloc1")) {
			for (u32 level = 0; level < NR_LEVELS; level++)
				expect_states(c, 128, (enum level)level);
		}
	}
	EXPECT_EQ(found, 3);
}

TEST(bench_plan, has_the_matrix)
{
	u32 measured = 0;

	if (!make())
		return;
	for_each_subject (s) {
		if (s->counting)
			continue;
		measured++;
		expect_subject(s);
	}
	EXPECT_EQ(measured, NR_VARIANTS * NR_MODELS);
}

/* Each run is planned once, none of a subject with a fault, of counting ones only counts. */
TEST(bench_plan, has_no_more)
{
	if (!make())
		return;
	for (u32 i = 0; i < plan.nr_runs && !test_has_failed(); i++) {
		const struct bench_case *c = plan.runs[i].bench_case;

		EXPECT(!c->subject || !c->subject->broken);
		EXPECT_EQ(c->subject && c->subject->counting, !!(c->flags & CASE_COUNTS));
		EXPECT(c->copies || (c->flags & CASE_COUNTS));
		EXPECT_EQ(cells(&plan.runs[i]), 1);
	}
}

/* The whole plan has room on as many CPUs as threads may be on. */
TEST(bench_plan, fits_the_largest_machine)
{
	if (!make())
		return;
	EXPECT_EQ(plan_spread(&plan, THREADS_MAX), 0);
	EXPECT(plan.nr_runs < PLAN_RUNS_MAX);
}

TEST(bench_plan, spreads_threads)
{
	u32 before, threads = 0, on[6] = { 0 };

	if (!make())
		return;
	before = plan.nr_runs;
	for (u32 i = 0; i < before; i++)
		threads += !!(plan.runs[i].bench_case->flags & CASE_THREADS);
	EXPECT_EQ(plan_spread(&plan, 5), 0);
	for (u32 i = 0; i < plan.nr_runs; i++)
		if (plan.runs[i].bench_case->flags & CASE_THREADS)
			on[plan.runs[i].cpus % 6]++;
	EXPECT(threads);
	EXPECT_EQ(plan.nr_runs, before + 3 * threads);
	EXPECT(on[1] == threads && on[2] == threads && on[4] == threads && on[5] == threads);
	for (u32 i = 0; i < before; i++)
		if (plan.runs[i].bench_case->flags & CASE_COUNTS)
			EXPECT_EQ(plan.runs[i].cpus, 5);
}

/*
 * 10^8 pairs in each sample of the long block, 10^9 of a primitive's operations; where instructions
 * are counted the profile leaves the loops to the sample.
 */
TEST(bench_plan, published_counts)
{
	if (!make())
		return;
	plan.profile = PROFILE_PUBLISHED;
	plan.loops = 0;
	for (u32 i = 0; i < plan.nr_runs; i++) {
		const struct bench_case *c = plan.runs[i].bench_case;
		u64 all;

		if (c->flags & (CASE_COUNTS | CASE_THREADS))
			continue;
		all = plan_loops(&plan, &plan.runs[i]) * 2 * c->copies;
		if (env_counts_instructions())
			EXPECT_EQ(all, 0);
		else if (!c->subject)
			EXPECT_EQ(all, 1000000000);
		else if (c->batch)
			EXPECT_EQ(all * c->batch, 100000000);
	}
}
