// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan_words - the command line's words that choose runs. A list is comma-separated; absent, or
 * `all`, it lets everything through.
 */
#include "plan_words.h"

#include <bench/level.h>
#include <bench/names.h>
#include <bench/world.h>
#include <core/cmdline.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/sched.h>
#include <subject/subject.h>

#define WORD_BYTES 64

/* A key with a list of words. */
struct words_key {
	const char *key;
	bool (*is_valid)(const char *word);
	void (*print_valid)(void);
};

bool plan_words_case_is_first(const struct bench_case *c)
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
		if (plan_words_case_is_first(c))
			printk("  %s", c->name);
}

static bool is_case(const char *name)
{
	for_each_case (c)
		if (!strcmp(c->name, name))
			return true;
	return false;
}

bool plan_words_is_one_of(const char *word, const char *const *names, u32 nr)
{
	for (u32 i = 0; i < nr; i++)
		if (!strcmp(names[i], word))
			return true;
	return false;
}

static bool is_model(const char *word)
{
	return plan_words_is_one_of(word, preempt_model_names, NR_MODELS);
}

static void print_models(void)
{
	printk("valid models: none, voluntary, full");
}

static bool is_variant(const char *word)
{
	char name[NAME_BYTES];

	for_each_case (c) {
		name_variant(c->subject, name);
		if (!strcmp(name, word))
			return true;
	}
	return false;
}

static void print_variants(void)
{
	char name[NAME_BYTES];

	printk("valid variants:\n  -");
	for_each_subject (s) {
		if (s->counting || s->model != MODEL_FULL)
			continue;
		name_variant(s, name);
		printk("  %s", name);
	}
}

static bool case_has_size(const struct bench_case *c, const char *word)
{
	char name[NAME_BYTES];

	for (u32 i = 0; i < CASE_SIZES_MAX && (!i || c->sizes[i]); i++) {
		name_size(c->sizes[i], name);
		if (!strcmp(name, word))
			return true;
	}
	return false;
}

static bool is_size(const char *word)
{
	for_each_case (c)
		if (case_has_size(c, word))
			return true;
	return false;
}

static void print_sizes(void)
{
	printk("valid sizes: those of the cases in bytes; 0: of cases without");
}

static bool is_accounting(const char *word)
{
	return !strcmp(word, "-") || plan_words_is_one_of(word, accounting_names, NR_ACCOUNTINGS);
}

static void print_accountings(void)
{
	printk("valid accounting: on, objects-off, controller-off, -");
}

static bool is_context(const char *word)
{
	return plan_words_is_one_of(word, level_names, NR_LEVELS);
}

static void print_contexts(void)
{
	printk("valid contexts: task, softirq, hardirq");
}

static const struct words_key words_keys[] = {
	{ "case", is_case, plan_list_cases },
	{ "model", is_model, print_models },
	{ "variant", is_variant, print_variants },
	{ "size", is_size, print_sizes },
	{ "accounting", is_accounting, print_accountings },
	{ "context", is_context, print_contexts },
};

/* Every word of the list must be valid. */
static int check_words(const struct words_key *key)
{
	const char *at = cmdline_value(key->key);
	char word[WORD_BYTES];

	if (at && !strcmp(at, "all"))
		return 0;
	while (at) {
		size_t n = 0;

		while (at[n] && at[n] != ',' && n + 1 < sizeof(word)) {
			word[n] = at[n];
			n++;
		}
		word[n] = '\0';
		if (!key->is_valid(word)) {
			printk("error: %s=%s: unknown %s \"%s\"", key->key, cmdline_value(key->key),
			       key->key, word);
			key->print_valid();
			return -EINVAL;
		}
		at = at[n] == ',' ? at + n + 1 : NULL;
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

int plan_words_read(struct plan_words *words, bool published)
{
	for (u32 i = 0; i < ARRAY_SIZE(words_keys); i++)
		if (check_words(&words_keys[i]))
			return -EINVAL;
	*words = (struct plan_words){
		.published_variants = published && !cmdline_value("variant"),
		.published_irqs = published && !cmdline_value("irqs"),
		.published_levels = published && !cmdline_value("context"),
		.cases = cmdline_value("case"),
		.models = cmdline_value("model"),
		.variants = cmdline_value("variant"),
		.sizes = cmdline_value("size"),
		.accountings = cmdline_value("accounting"),
		.contexts = cmdline_value("context"),
	};
	if (read_states("irqs", "off", "on", &words->irqs) ||
	    read_states("nest", "0", "1", &words->nest) || read_states("v1", "0", "1", &words->v1))
		return -EINVAL;
	return 0;
}
