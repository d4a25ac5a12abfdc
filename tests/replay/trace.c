// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace - the interpreter. A statement is checked completely before anything is done, so that a
 * malformed one changes nothing. The world is made at the first group, with the settings so far.
 */
#include "trace_private.h"

#include <lib/string.h>

#define BATCH_MAX (1u << 29)

void trace_begin(struct trace *t)
{
	const struct trace_machine *machine = t->machine;
	const struct memcg_ops *const *subjects = t->subjects;
	u32 nr = t->nr_subjects;

	memset(t, 0, sizeof(*t));
	t->machine = machine;
	t->subjects = subjects;
	t->nr_subjects = nr;
	t->config = (struct memcg_config){ .nr_cpus = 1, .nr_nodes = MEMCG_NODES_MAX };
}

static bool is_name(const char *word)
{
	const char *p;

	for (p = word; *p; p++) {
		bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
		bool later = (*p >= '0' && *p <= '9') || *p == '-' || *p == '.';

		if (!letter && (p == word || !later))
			return false;
	}
	return p != word && p - word < TRACE_NAME_MAX;
}

/* Settings and the first group come before the world; then the variant must be known. */
static bool may_set(struct trace *t, const struct trace_words *w, u32 words)
{
	if (t->started)
		trace_malformed(t, "`%s' must come before the first group", w->word[0]);
	else if (w->nr != words)
		trace_malformed(t, "`%s' takes one value", w->word[0]);
	return !t->started && w->nr == words;
}

/* The option in the table's spelling; "" when it asks for what is the default. NULL: unknown. */
static const char *variant_option(const char *word)
{
	static const char *const pairs[][2] = {
		{ "nodefix=on", "nodefix=on" }, { "nodefix", "nodefix=on" },
		{ "nodefix=off", "" },		{ "xchg=always", "xchg=always" },
		{ "xchg=if-nonzero", "" },
	};
	size_t n;

	for (n = 0; n < ARRAY_SIZE(pairs); n++) {
		if (!strcmp(word, pairs[n][0]))
			return pairs[n][1];
	}
	return NULL;
}

static const struct memcg_ops *find_subject(const struct trace *t, const char *name,
					    const char *option)
{
	u32 n;

	for (n = 0; n < t->nr_subjects; n++) {
		const struct variant *v = t->subjects[n]->variant;

		if (!strcmp(v->name, name) && (!option || !strcmp(v->option, option)))
			return t->subjects[n];
	}
	return NULL;
}

static enum trace_result set_variant(struct trace *t, const struct trace_words *w, u32 first,
				     const struct memcg_ops **out)
{
	const char *option = "";
	u32 n;

	if (first >= w->nr || !find_subject(t, w->word[first], NULL))
		return trace_malformed(t,
				       "unknown variant `%s'; there are base, v6-move, "
				       "v4-vmstat, v6-vmstat, v6-refill, v6-taskobj",
				       first < w->nr ? w->word[first] : "");
	for (n = first + 1; n < w->nr; n++) {
		const char *found = variant_option(w->word[n]);

		if (!found || (*found && *option))
			return trace_malformed(t, "`%s': not an option of a variant here",
					       w->word[n]);
		if (*found)
			option = found;
	}
	*out = find_subject(t, w->word[first], option);
	if (!*out)
		return trace_malformed(t, "`%s' does not have the option `%s'", w->word[first],
				       option);
	return TRACE_OK;
}

enum trace_result trace_set_variant(struct trace *t, const char *text)
{
	struct trace_words w;
	enum trace_result result;

	if (!trace_split(t, text, &w))
		return TRACE_MALFORMED;
	result = set_variant(t, &w, 0, &t->ops);
	t->variant_given = result == TRACE_OK;
	return result;
}

static enum trace_result do_variant(struct trace *t, const struct trace_words *w)
{
	const struct memcg_ops *ops = NULL;
	enum trace_result result;

	if (t->variant_seen || t->started)
		return trace_malformed(t, "`variant' must be the first statement, once");
	result = set_variant(t, w, 1, &ops);
	if (result != TRACE_OK)
		return result;
	t->variant_seen = true;
	if (!t->variant_given)
		t->ops = ops;
	return TRACE_OK;
}

static enum trace_result do_model(struct trace *t, const struct trace_words *w)
{
	static const char *const models[] = { "none",	      "voluntary",    "full",
					      "dynamic-none", "dynamic-full", "rt" };
	size_t n;

	if (!may_set(t, w, 2))
		return TRACE_MALFORMED;
	for (n = 0; n < ARRAY_SIZE(models); n++) {
		if (strcmp(w->word[1], models[n]))
			continue;
		t->rt = n == ARRAY_SIZE(models) - 1;
		return TRACE_OK;
	}
	return trace_malformed(t, "model: none, voluntary, full, dynamic-none, dynamic-full or rt");
}

static enum trace_result do_mode(struct trace *t, const struct trace_words *w)
{
	if (!may_set(t, w, 2))
		return TRACE_MALFORMED;
	if (strcmp(w->word[1], "v1") && strcmp(w->word[1], "v2"))
		return trace_malformed(t, "mode: v1 or v2");
	t->config.v1 = !strcmp(w->word[1], "v1");
	return TRACE_OK;
}

static enum trace_result do_cpus(struct trace *t, const struct trace_words *w)
{
	u64 n = 0;

	if (!may_set(t, w, 2))
		return TRACE_MALFORMED;
	if (!trace_number(w->word[1], t->machine->nr_cpus_max, &n) || !n)
		return trace_malformed(t, "cpus: 1 to %u", t->machine->nr_cpus_max);
	t->config.nr_cpus = (u32)n;
	return TRACE_OK;
}

static enum trace_result do_batch(struct trace *t, const struct trace_words *w)
{
	u64 n = 0;

	if (!may_set(t, w, 2))
		return TRACE_MALFORMED;
	if (!trace_number(w->word[1], BATCH_MAX, &n) || !n)
		return trace_malformed(t, "batch: 1 to %u pages", BATCH_MAX);
	t->config.batch = (u32)n;
	return TRACE_OK;
}

static enum trace_result start_world(struct trace *t)
{
	if (t->started)
		return TRACE_OK;
	if (t->rt && t->ops->variant->stocks == STOCKS_TASK_IRQ)
		return trace_malformed(t, "`%s' cannot be used with model rt",
				       t->ops->variant->name);
	t->machine->start(t->config.nr_cpus);
	if (t->ops->create(&t->config))
		return trace_malformed(t, "no memory");
	t->started = true;
	return TRACE_OK;
}

static enum trace_result parse_memcg(struct trace *t, const struct trace_words *w,
				     struct mem_cgroup **parent, u64 *max)
{
	const char *value;
	int found;
	u32 n;

	*parent = NULL;
	*max = PAGE_COUNTER_MAX;
	for (n = 2; n < w->nr; n++) {
		if (!*parent && (value = trace_option_value(w->word[n], "parent"))) {
			found = trace_find_group(t, value);
			if (found < 0 || !t->groups[found].memcg->online)
				return trace_malformed(t, "no group `%s' that is online", value);
			*parent = t->groups[found].memcg;
			continue;
		}
		value = trace_option_value(w->word[n], "max");
		if (*max != PAGE_COUNTER_MAX || !value ||
		    !trace_number(value, PAGE_COUNTER_MAX - 1, max))
			return trace_malformed(t, "memcg: `%s': parent=GROUP or max=PAGES, once",
					       w->word[n]);
	}
	return TRACE_OK;
}

static enum trace_result do_memcg(struct trace *t, const struct trace_words *w)
{
	struct trace_group *group = &t->groups[t->nr_groups];
	struct mem_cgroup *parent;
	enum trace_result result;
	u64 max;

	if (w->nr < 2 || !is_name(w->word[1]) || trace_find_group(t, w->word[1]) >= 0)
		return trace_malformed(t, "memcg: a new name, of letters and digits");
	if (t->nr_groups == TRACE_GROUPS_MAX)
		return trace_malformed(t, "more than %u groups", TRACE_GROUPS_MAX);
	result = parse_memcg(t, w, &parent, &max);
	if (result == TRACE_OK)
		result = start_world(t);
	if (result != TRACE_OK)
		return result;
	group->memcg = t->ops->memcg_create(parent, max);
	if (!group->memcg)
		return trace_malformed(t, "no memory");
	string_copy(group->name, w->word[1], sizeof(group->name));
	t->nr_groups++;
	return TRACE_OK;
}

static enum trace_result do_objcg(struct trace *t, const struct trace_words *w)
{
	struct trace_objcg *objcg = &t->objcgs[t->nr_objcgs];
	int group;

	if (w->nr != 3 || !is_name(w->word[1]) || trace_find_objcg(t, w->word[1]) >= 0)
		return trace_malformed(t, "objcg: a new name and a group");
	group = trace_find_group(t, w->word[2]);
	if (group < 0 || !t->groups[group].memcg->online)
		return trace_malformed(t, "no group `%s' that is online", w->word[2]);
	if (t->nr_objcgs == TRACE_OBJCGS_MAX)
		return trace_malformed(t, "more than %u object cgroups", TRACE_OBJCGS_MAX);
	objcg->objcg = t->ops->objcg_create(t->groups[group].memcg);
	if (!objcg->objcg)
		return trace_malformed(t, "no memory");
	string_copy(objcg->name, w->word[1], sizeof(objcg->name));
	t->nr_objcgs++;
	return TRACE_OK;
}

static const struct {
	const char *word;
	enum trace_result (*run)(struct trace *t, const struct trace_words *w);
} settings[] = {
	{ "variant", do_variant }, { "model", do_model }, { "mode", do_mode },
	{ "cpus", do_cpus },	   { "batch", do_batch }, { "memcg", do_memcg },
	{ "objcg", do_objcg },
};

enum trace_result trace_step(struct trace *t, const char *line, char *out, size_t bytes)
{
	struct trace_words w;
	size_t n;

	*out = 0;
	t->error[0] = 0;
	if (!trace_split(t, line, &w))
		return TRACE_MALFORMED;
	if (!w.nr)
		return TRACE_OK;
	if (!t->ops && strcmp(w.word[0], "variant"))
		return trace_malformed(t, "the first statement must be `variant'");
	for (n = 0; n < ARRAY_SIZE(settings); n++) {
		if (!strcmp(w.word[0], settings[n].word))
			return settings[n].run(t, &w);
	}
	return trace_operation(t, &w, out, bytes);
}
