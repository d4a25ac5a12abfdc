// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan - every case x state that the command line allows, case by case, so that the models of one
 * case stand together.
 */
#include <bench/plan.h>

#include <bench/sample.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/env.h>
#include <core/panic.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/sched.h>

#define SAMPLES_INSN	  4
#define SAMPLES_QUICK	  16
#define SAMPLES_PUBLISHED 2
#define SAMPLES_FULL	  SAMPLES_BUFFER
#define PASSES_MAX	  4
#define BUDGET_S	  60
#define TICK_HZ_MAX	  10000

/*
 * The loop of 2022 ran 10^9 times (published-figures: bigeasy_primitive_loop); the long block does
 * so once a sample.
 */
#define PUBLISHED_LOOPS (1000000000ull / (2 * HOT_COPIES))

static const char *const profile_names[] = { "quick", "published", "full" };

const char *profile_name(enum profile profile)
{
	return profile_names[profile];
}

/* Is @word one of the comma-separated words of @list? An absent list has all. */
static bool list_has(const char *list, const char *word)
{
	size_t n = strlen(word);

	if (!list || !strcmp(list, "all"))
		return true;
	for (const char *at = list;; at++) {
		if (!strncmp(at, word, n) && (at[n] == ',' || !at[n]))
			return true;
		while (*at && *at != ',')
			at++;
		if (!*at)
			return false;
	}
}

/* First occurrence of each name: a case has one entry for each model. */
static bool case_is_first(const struct bench_case *c)
{
	for_each_case (other) {
		if (other == c)
			return true;
		if (!strcmp(other->name, c->name))
			return false;
	}
	return true;
}

void plan_list_cases(void)
{
	printk("valid cases:");
	for_each_case (c)
		if (case_is_first(c))
			printk("  %s", c->name);
}

static bool is_case(const char *name)
{
	for_each_case (c)
		if (!strcmp(c->name, name))
			return true;
	return false;
}

static bool is_model(const char *name)
{
	for (u32 i = 0; i < NR_MODELS; i++)
		if (!strcmp(preempt_model_names[i], name))
			return true;
	return false;
}

/* Every word of the list that @key has must satisfy @is_valid. */
static int check_words(const char *key, bool (*is_valid)(const char *))
{
	const char *at = cmdline_value(key);
	char word[64];

	if (at && !strcmp(at, "all"))
		return 0;
	while (at) {
		size_t n = 0;

		while (at[n] && at[n] != ',' && n + 1 < sizeof(word)) {
			word[n] = at[n];
			n++;
		}
		word[n] = '\0';
		if (!is_valid(word)) {
			printk("error: %s=%s: unknown %s \"%s\"", key, cmdline_value(key), key,
			       word);
			return -EINVAL;
		}
		at = at[n] == ',' ? at + n + 1 : NULL;
	}
	return 0;
}

static int check_names(void)
{
	if (check_words("case", is_case)) {
		plan_list_cases();
		return -EINVAL;
	}
	if (check_words("model", is_model)) {
		printk("valid models: none, voluntary, full");
		return -EINVAL;
	}
	return 0;
}

/* One of two words or `both`; the set of allowed states as bits 0 and 1. */
static int read_states(const char *key, const char *zero, const char *one, u32 *states)
{
	const char *value = cmdline_value(key);

	*states = 0;
	if (!value || !strcmp(value, "both"))
		*states = 3;
	else if (!strcmp(value, zero))
		*states = 1;
	else if (!strcmp(value, one))
		*states = 2;
	if (*states)
		return 0;
	printk("error: %s=%s: valid are %s, %s, both", key, value, zero, one);
	return -EINVAL;
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
	if (plan->profile == PROFILE_PUBLISHED)
		return SAMPLES_PUBLISHED;
	if (env_counts_instructions())
		return SAMPLES_INSN;
	return plan->profile == PROFILE_FULL ? SAMPLES_FULL : SAMPLES_QUICK;
}

/* Instructions do not drift, and published loops are too long to be cut. */
static u32 default_passes(const struct plan *plan)
{
	if (env_counts_instructions() || plan->profile == PROFILE_PUBLISHED)
		return 1;
	return plan->samples < PASSES_MAX ? plan->samples : PASSES_MAX;
}

static int read_numbers(struct plan *plan)
{
	u64 loops = plan->profile == PROFILE_PUBLISHED ? PUBLISHED_LOOPS : 0;
	u64 samples, budget, tick;

	if (cmdline_u64("samples", default_samples(plan), 1, SAMPLES_BUFFER, &samples) ||
	    cmdline_u64("loops", loops, 0, UINT32_MAX, &plan->loops) ||
	    cmdline_u64("budget", plan->profile == PROFILE_QUICK ? BUDGET_S : 0, 0, 1000000,
			&budget) ||
	    cmdline_u64("tick", 0, 0, TICK_HZ_MAX, &tick) ||
	    cmdline_u64("seed", 1, 0, INT64_MAX, &plan->seed))
		return -EINVAL;
	plan->samples = (u32)samples;
	plan->passes = default_passes(plan);
	plan->budget_ns = budget * NS_PER_SECOND;
	plan->tick_hz = (u32)tick;
	return 0;
}

/* Does the case make sense in this state? What it leaves out, its header says. */
static bool case_allows(const struct bench_case *c, bool irqs_on, bool nested)
{
	if (nested && (!(c->flags & CASE_NESTS) || ((c->flags & CASE_MASKS_IRQS) && irqs_on)))
		return false;
	return irqs_on || !(c->flags & CASE_UNMASKS);
}

static void plan_add_case(struct plan *plan, const struct bench_case *c, u32 irqs, u32 nest)
{
	for (u32 state = 0; state < 4; state++) {
		bool irqs_on = !(state & 2), nested = state & 1;

		if (!(irqs >> irqs_on & 1) || !(nest >> nested & 1) ||
		    !case_allows(c, irqs_on, nested))
			continue;
		BUG_ON(plan->nr_runs == PLAN_RUNS_MAX);
		plan->runs[plan->nr_runs++] = (struct run){ c, irqs_on, nested };
	}
}

/* All models of one name in a row. */
static void plan_fill(struct plan *plan, u32 irqs, u32 nest)
{
	const char *cases = cmdline_value("case"), *models = cmdline_value("model");

	for_each_case (first) {
		if (!case_is_first(first) || !list_has(cases, first->name))
			continue;
		for_each_case (c)
			if (!strcmp(c->name, first->name) &&
			    list_has(models, preempt_model_names[c->model]))
				plan_add_case(plan, c, irqs, nest);
	}
}

int plan_make(struct plan *plan)
{
	u32 irqs, nest;

	if (check_names() || read_states("irqs", "off", "on", &irqs) ||
	    read_states("nest", "0", "1", &nest) || read_profile(plan) || read_numbers(plan))
		return -EINVAL;
	plan_fill(plan, irqs, nest);
	if (plan->nr_runs)
		return 0;
	printk("error: no case can be asked in this state");
	return -EINVAL;
}

/* Marsaglia's xorshift; any seed but 0. */
static u64 random_next(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
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
