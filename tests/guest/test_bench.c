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

static struct cpu_state good_state(const struct run *run)
{
	return (struct cpu_state){
		.irqs_on = run->irqs_on,
		.preempt_count = run->nested ? run->bench_case->nested_count : 0,
		.model = run->bench_case->model,
	};
}

TEST(bench, state_must_be_the_one_asked_for)
{
	const struct run run = { .bench_case = &masking, .irqs_on = true };
	const struct run nested = { .bench_case = &masking, .irqs_on = true, .nested = true };
	struct cpu_state good = good_state(&run), bad = good;

	EXPECT(!validate_state(&run, &good, &good));
	bad.irqs_on = false;
	EXPECT(validate_state(&run, &bad, &bad) && validate_state(&run, &good, &bad));
	bad = good;
	bad.model = MODEL_NONE;
	EXPECT(validate_state(&run, &bad, &bad) && validate_state(&run, &good, &bad));
	bad = good;
	bad.preempt_count = 1;
	EXPECT(validate_state(&run, &bad, &bad) && validate_state(&run, &good, &bad));
	EXPECT(!validate_state(&nested, &bad, &bad) && validate_state(&nested, &good, &good));
	bad = good;
	bad.readers = 1;
	EXPECT(validate_state(&run, &bad, &bad) && validate_state(&run, &good, &bad));
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
	struct cpu_state state = good_state(&task);

	EXPECT(!validate_state(&task, &state, &state));
	EXPECT(validate_state(&softirq, &state, &state));
	EXPECT(validate_state(&hardirq, &state, &state));
	state.preempt_count = SOFTIRQ_OFFSET + PREEMPT_OFFSET;
	EXPECT(validate_state(&task, &state, &state));
	EXPECT(!validate_state(&softirq, &state, &state));
	EXPECT(validate_state(&hardirq, &state, &state));
	state.preempt_count = HARDIRQ_OFFSET;
	EXPECT(validate_state(&task, &state, &state));
	EXPECT(validate_state(&softirq, &state, &state));
	EXPECT(!validate_state(&hardirq, &state, &state));
}

TEST(bench, noise_refuses_a_run)
{
	const struct run run = { .bench_case = &masking, .irqs_on = true };
	struct sample_set set = samples_of(4);

	memset(&plan, 0, sizeof(plan));
	plan.samples = 4;
	EXPECT(!validate_samples(&plan, &run, &set));
	set.noise.irqs_taken = 1;
	EXPECT(validate_samples(&plan, &run, &set));
	set.noise = (struct sample_noise){ .irqs_unexpected = 1 };
	EXPECT(validate_samples(&plan, &run, &set));
	set.noise = (struct sample_noise){ .switches = 1 };
	EXPECT(validate_samples(&plan, &run, &set));
	set.noise = (struct sample_noise){ .migrations = 1 };
	EXPECT(validate_samples(&plan, &run, &set));
	set.noise = (struct sample_noise){ .resched_pending = 1 };
	EXPECT(validate_samples(&plan, &run, &set));
	set = samples_of(3);
	EXPECT(validate_samples(&plan, &run, &set));
	set = samples_of(4);
	set.lost = 1;
	EXPECT(validate_samples(&plan, &run, &set));
}

TEST(bench, a_tick_excuses_only_what_it_makes)
{
	const struct run on = { .bench_case = &masking, .irqs_on = true },
			 off = { .bench_case = &masking };
	struct sample_set set = samples_of(4);

	if (!clock_is_known()) {
		SKIP("no clock source");
		return;
	}
	memset(&plan, 0, sizeof(plan));
	plan.samples = 4;
	plan.tick_hz = 1000;
	set.noise.irqs_taken = 1;
	EXPECT(validate_samples(&plan, &off, &set));
	EXPECT(!validate_samples(&plan, &on, &set));
	set.noise.irqs_taken = 1000;
	EXPECT(validate_samples(&plan, &on, &set));
	set.noise = (struct sample_noise){ .resched_pending = 1 };
	EXPECT(validate_samples(&plan, &on, &set));
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
