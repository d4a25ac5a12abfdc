// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan_filter - does the command line let a run through? By the values that its record will have.
 */
#include "plan_words.h"

#include <bench/level.h>
#include <bench/names.h>
#include <lib/string.h>
#include <sched/sched.h>
#include <subject/subject.h>

/* Before the series, and after 2, 3 and 4 of its patches (memcg-spec 6.2). */
static const char *const published_variants[] = { "base", "v6-vmstat", "v6-refill", "v6-taskobj" };

bool plan_words_case_is_measured(const struct bench_case *c)
{
	return !c->subject ||
	       (!c->subject->broken && c->subject->counting == !!(c->flags & CASE_COUNTS));
}

/* Is @word one of the comma-separated words of @list? */
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

bool plan_words_allow_case(const struct plan_words *words, const struct bench_case *c)
{
	char variant[NAME_BYTES];

	name_variant(c->subject, variant);
	if (words->published_variants && c->subject &&
	    !plan_words_is_one_of(variant, published_variants, ARRAY_SIZE(published_variants)))
		return false;
	return list_has(words->cases, c->name) &&
	       list_has(words->models, preempt_model_names[c->model]) &&
	       list_has(words->variants, variant);
}

static bool run_is_published(const struct plan_words *words, const struct run *run)
{
	const struct bench_case *c = run->bench_case;

	return !c->subject ||
	       ((!words->published_irqs || (c->published_irqs >> run->irqs_on & 1)) &&
		(!words->published_levels || (c->published_levels >> run->level & 1)));
}

bool plan_words_allow_run(const struct plan_words *words, const struct run *run)
{
	char size[NAME_BYTES];

	name_size(run->size, size);
	return run_is_published(words, run) && (words->irqs >> run->irqs_on & 1) &&
	       (words->nest >> run->nested & 1) && (words->v1 >> run->v1 & 1) &&
	       list_has(words->sizes, size) && list_has(words->accountings, name_accounting(run)) &&
	       list_has(words->contexts, level_names[run->level]);
}
