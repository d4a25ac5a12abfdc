// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan_amount - how much of each run is measured: by the profile, by what the environment's figures
 * are worth, and as the command line says.
 */
#include "plan_amount.h"

#include <bench/mixed.h>
#include <bench/sample.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/env.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>

#define SAMPLES_INSN	  4
#define SAMPLES_QUICK	  16
#define SAMPLES_PUBLISHED 2
#define SAMPLES_FULL	  SAMPLES_MAX
#define PASSES_MAX	  4
#define PASSES_TCG	  2
#define BUDGET_S	  240
#define BUDGET_TCG_S	  3600 /* an emulator takes a day for what is published */
#define TICK_HZ_MAX	  10000
#define LOAD_MS_MAX	  100000

/* Under icount a millisecond is a million instructions, and nothing can be learned from more. */
#define LOAD_MS_INSN	  1
#define LOAD_MS_QUICK	  50
#define LOAD_MS_PUBLISHED 10000
#define LOAD_MS_FULL	  1000

/*
 * The loop of 2022 ran 10^9 times (published-figures: bigeasy_primitive_loop), the loops around
 * allocations 10^8 pairs (memcg-spec 6.1); the long block does so once a sample.
 */
#define PUBLISHED_OPERATIONS 1000000000ull
#define PUBLISHED_PAIRS	     100000000ull

static const char *const profile_names[] = { "quick", "published", "full" };

const char *profile_name(enum profile profile)
{
	return profile_names[profile];
}

static int read_profile(struct plan *plan)
{
	const char *value = cmdline_value("profile");

	for (size_t i = 0; i < ARRAY_SIZE(profile_names); i++) {
		if (value && strcmp(value, profile_names[i]))
			continue;
		plan->profile = (enum profile)i;
		return 0;
	}
	printk("error: profile=%s: valid are quick, published, full", value);
	return -EINVAL;
}

static u32 default_samples(const struct plan *plan)
{
	if (env_counts_instructions())
		return SAMPLES_INSN;
	if (plan->profile == PROFILE_PUBLISHED)
		return SAMPLES_PUBLISHED;
	return plan->profile == PROFILE_FULL ? SAMPLES_FULL : SAMPLES_QUICK;
}

/*
 * Instructions do not drift, and published loops are too long to be cut. An emulator's times are no
 * costs, and a world is dear there: two goes show that a run may have several.
 */
static u32 default_passes(const struct plan *plan)
{
	u32 passes = env_current() == ENV_TCG ? PASSES_TCG : PASSES_MAX;

	if (env_counts_instructions() || plan->profile == PROFILE_PUBLISHED)
		return 1;
	return plan->samples < passes ? plan->samples : passes;
}

static u32 default_load_ms(const struct plan *plan)
{
	if (env_counts_instructions())
		return LOAD_MS_INSN;
	if (plan->profile == PROFILE_QUICK)
		return LOAD_MS_QUICK;
	return plan->profile == PROFILE_FULL ? LOAD_MS_FULL : LOAD_MS_PUBLISHED;
}

static u64 default_budget_s(const struct plan *plan)
{
	if (plan->profile == PROFILE_QUICK)
		return BUDGET_S;
	return env_current() == ENV_TCG ? BUDGET_TCG_S : 0;
}

static int read_numbers(struct plan *plan)
{
	u64 samples, budget, tick, load;

	if (cmdline_u64("samples", default_samples(plan), 1, SAMPLES_MAX, &samples) ||
	    cmdline_u64("loops", 0, 0, UINT32_MAX, &plan->loops) ||
	    cmdline_u64("budget", default_budget_s(plan), 0, 1000000, &budget) ||
	    cmdline_u64("tick", 0, 0, TICK_HZ_MAX, &tick) ||
	    cmdline_u64("load", default_load_ms(plan), 1, LOAD_MS_MAX, &load) ||
	    cmdline_u64("seed", 1, 0, INT64_MAX, &plan->seed))
		return -EINVAL;
	plan->samples = (u32)samples;
	plan->passes = default_passes(plan);
	plan->budget_ns = budget * NS_PER_SECOND;
	plan->tick_hz = (u32)tick;
	plan->load_ms = (u32)load;
	return 0;
}

u64 plan_loops(const struct plan *plan, const struct run *run)
{
	const struct bench_case *c = run->bench_case;

	/* An instruction more often is the same instruction. */
	if (plan->loops || plan->profile != PROFILE_PUBLISHED || env_counts_instructions())
		return plan->loops;
	if (!c->subject)
		return PUBLISHED_OPERATIONS / (2 * c->copies);
	return PUBLISHED_PAIRS / (2 * c->copies * max_u64(c->batch, 1));
}

u32 plan_room(const struct plan *plan, const struct run *run)
{
	if (run->bench_case->flags & CASE_COUNTS)
		return MIXED_NUMBERS;
	return run->bench_case->flags & CASE_THREADS ? run->cpus : plan->samples;
}

int plan_read_amount(struct plan *plan)
{
	int error = read_profile(plan);

	return error ? error : read_numbers(plan);
}
