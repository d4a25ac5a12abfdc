/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan_words - what the command line lets through, by the values that a run's record has.
 */
#ifndef BENCH_PLAN_WORDS_H
#define BENCH_PLAN_WORDS_H

#include <bench/plan.h>

/* Two-valued states are bits 0 and 1; lists are words, NULL: all. */
struct plan_words {
	const char *cases;
	const char *models;
	const char *variants;
	const char *sizes;
	const char *accountings;
	const char *contexts;
	u32 irqs;
	u32 nest;
	u32 v1;
	/* Of a subject's cases only the states and variants that figures were published of. */
	bool published_irqs;
	bool published_levels;
	bool published_variants;
};

/*
 * 0, or -EINVAL after a line that names the bad word and the valid ones. @published: what is not
 * asked for by name is left out if nothing was published of it.
 */
int plan_words_read(struct plan_words *words, bool published);

/* Is @word among @nr @names? */
bool plan_words_is_one_of(const char *word, const char *const *names, u32 nr);

/* Is this entry asked for, by its name, model and variant? */
bool plan_words_allow_case(const struct plan_words *words, const struct bench_case *c);

bool plan_words_allow_run(const struct plan_words *words, const struct run *run);

/* First entry of its name: a case has one for each model, or each subject. */
bool plan_words_case_is_first(const struct bench_case *c);

/* Can it be planned? What is broken on purpose cannot, and what counts only to be counted. */
bool plan_words_case_is_measured(const struct bench_case *c);

#endif
