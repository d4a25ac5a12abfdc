// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench - that the bench refuses what must not enter a table, and goes through all of its
 * runs.
 *
 * The judges are called with made-up findings: each one must be the reason for a refusal by itself,
 * and a clean run must pass.
 */
#include <bench/plan.h>
#include <bench/sample.h>
#include <bench/validate.h>
#include <core/clock.h>
#include <core/preempt.h>
#include <lib/string.h>
#include <test/test.h>

static struct plan plan;

static const struct bench_case masking = { .name = "masking",
					   .model = MODEL_FULL,
					   .nested_count = 1 };

static struct run_state good_state(const struct run *run)
{
	return (struct run_state){
		.irqs_on = run->irqs_on,
		.preempt_count = run->nested ? run->bench_case->nested_count : 0,
		.model = run->bench_case->model,
	};
}

#define NOT_ASKED_FOR "the state that was asked for was not in force"
#define NOT_NESTED    "the context or nesting that was asked for was not in force"
#define NOT_AS_BEFORE "interrupts or the model are not as they were at entry"
#define COUNT_MOVED   "the preemption count is not what it was at entry"

/* Found @bad at the beginning, and at the end alone: refused with these words. */
static void expect_refused(const struct run *run, const struct run_state *bad, const char *before,
			   const char *after)
{
	struct run_state good = good_state(run);

	EXPECT_STR(validate_state(run, bad, bad), before);
	EXPECT_STR(validate_state(run, &good, bad), after);
}

TEST(bench, state_must_be_the_one_asked_for)
{
	const struct run run = { .bench_case = &masking, .irqs_on = true };
	const struct run nested = { .bench_case = &masking, .irqs_on = true, .nested = true };
	struct run_state good = good_state(&run), bad = good;

	EXPECT(!validate_state(&run, &good, &good));
	bad.irqs_on = false;
	expect_refused(&run, &bad, NOT_ASKED_FOR, NOT_AS_BEFORE);
	bad = good;
	bad.model = MODEL_NONE;
	expect_refused(&run, &bad, NOT_ASKED_FOR, NOT_AS_BEFORE);
	bad = good;
	bad.preempt_count = 1;
	expect_refused(&run, &bad, NOT_NESTED, COUNT_MOVED);
	EXPECT(!validate_state(&nested, &bad, &bad));
	expect_refused(&nested, &good, NOT_NESTED, COUNT_MOVED);
	bad = good;
	bad.readers = 1;
	expect_refused(&run, &bad, NOT_NESTED, COUNT_MOVED);
}

/* @nr of no length. */
static struct sample_set samples_of(u32 nr)
{
	static u64 none[8];

	EXPECT(nr <= ARRAY_SIZE(none));
	return (struct sample_set){
		.t_short = none, .t_long = none, .nr_short = nr, .nr_long = nr
	};
}

/* Where there is a level, its own count is part of the state. */
TEST(bench, level_must_be_the_one_asked_for)
{
	const struct run task = { .bench_case = &masking },
			 softirq = { .bench_case = &masking, .level = LEVEL_SOFTIRQ },
			 hardirq = { .bench_case = &masking, .level = LEVEL_HARDIRQ };
	struct run_state state = good_state(&task);

	EXPECT(!validate_state(&task, &state, &state));
	EXPECT_STR(validate_state(&softirq, &state, &state), NOT_NESTED);
	EXPECT_STR(validate_state(&hardirq, &state, &state), NOT_NESTED);
	state.preempt_count = SOFTIRQ_OFFSET + PREEMPT_OFFSET;
	EXPECT_STR(validate_state(&task, &state, &state), NOT_NESTED);
	EXPECT(!validate_state(&softirq, &state, &state));
	EXPECT_STR(validate_state(&hardirq, &state, &state), NOT_NESTED);
	state.preempt_count = HARDIRQ_OFFSET;
	EXPECT_STR(validate_state(&task, &state, &state), NOT_NESTED);
	EXPECT_STR(validate_state(&softirq, &state, &state), NOT_NESTED);
	EXPECT(!validate_state(&hardirq, &state, &state));
}

/* The words that refuse a run that is whole but for this noise; NULL: none do. */
static const char *noise_refusal(const struct run *run, struct sample_noise noise)
{
	struct sample_set set = samples_of(plan.samples);

	set.noise = noise;
	return validate_samples(&plan, run, &set);
}

static void plan_reset(u32 tick_hz)
{
	memset(&plan, 0, sizeof(plan));
	plan.samples = 4;
	plan.tick_hz = tick_hz;
}

#define TAKEN	   ((struct sample_noise){ .irqs_taken = 1 })
#define UNEXPECTED ((struct sample_noise){ .irqs_unexpected = 1 })
#define SWITCHES   ((struct sample_noise){ .switches = 1 })
#define MIGRATIONS ((struct sample_noise){ .migrations = 1 })
#define PENDING	   ((struct sample_noise){ .resched_pending = 1 })

TEST(bench, noise_refuses_a_run)
{
	const struct run run = { .bench_case = &masking, .irqs_on = true };
	struct sample_set set;

	plan_reset(0);
	EXPECT(!noise_refusal(&run, (struct sample_noise){ 0 }));
	EXPECT_STR(noise_refusal(&run, TAKEN), "interrupts were taken");
	EXPECT_STR(noise_refusal(&run, UNEXPECTED), "interrupts were taken");
	EXPECT_STR(noise_refusal(&run, SWITCHES), "the thread was switched away from");
	EXPECT_STR(noise_refusal(&run, MIGRATIONS), "the thread moved to another CPU");
	EXPECT_STR(noise_refusal(&run, PENDING), "a reschedule was pending");
	set = samples_of(3);
	EXPECT_STR(validate_samples(&plan, &run, &set), "samples are missing");
	set = samples_of(4);
	set.lost = 1;
	EXPECT_STR(validate_samples(&plan, &run, &set), "samples are missing");
}

/* Nothing there looks at it: no call is taken that would cost. All else refuses there, too. */
TEST(bench, outside_of_tasks_a_pending_reschedule_is_harmless)
{
	for (u32 level = LEVEL_SOFTIRQ; level < NR_LEVELS; level++) {
		const struct run run = { .bench_case = &masking, .level = (enum level)level };

		plan_reset(0);
		EXPECT(!noise_refusal(&run, PENDING));
		EXPECT_STR(noise_refusal(&run, TAKEN), "interrupts were taken");
		EXPECT_STR(noise_refusal(&run, SWITCHES), "the thread was switched away from");
	}
}

TEST(bench, a_tick_excuses_only_what_it_makes)
{
	const struct bench_case lazy = { .name = "lazy", .model = MODEL_NONE };
	const struct run on = { .bench_case = &masking, .irqs_on = true },
			 off = { .bench_case = &masking },
			 lazy_on = { .bench_case = &lazy, .irqs_on = true },
			 lazy_off = { .bench_case = &lazy };

	if (!clock_is_known()) {
		SKIP("no clock source");
		return;
	}
	plan_reset(1000);
	EXPECT_STR(noise_refusal(&off, TAKEN), "interrupts were taken");
	EXPECT(!noise_refusal(&on, TAKEN));
	EXPECT_STR(noise_refusal(&on, (struct sample_noise){ .irqs_taken = 1000 }),
		   "interrupts were taken");
	/* Where no preemption check stands, nothing takes it either. */
	EXPECT_STR(noise_refusal(&on, PENDING), "a reschedule was pending");
	EXPECT(!noise_refusal(&lazy_on, PENDING));
	EXPECT_STR(noise_refusal(&lazy_off, PENDING), "a reschedule was pending");
}

TEST(bench, a_pass_goes_through_every_run_once)
{
	static u16 order[PLAN_RUNS_MAX], other[PLAN_RUNS_MAX];
	static bool seen[PLAN_RUNS_MAX];

	memset(&plan, 0, sizeof(plan));
	memset(seen, 0, sizeof(seen));
	plan.nr_runs = PLAN_RUNS_MAX;
	plan.passes = 2;
	plan_shuffle(&plan, 0, order);
	plan_shuffle(&plan, 1, other);
	EXPECT(memcmp(order, other, sizeof(order)));
	for (u32 i = 0; i < PLAN_RUNS_MAX; i++) {
		EXPECT(order[i] < PLAN_RUNS_MAX && !seen[order[i]]);
		seen[order[i]] = true;
	}
	plan_shuffle(&plan, 0, other);
	EXPECT(!memcmp(order, other, sizeof(order)));
}
