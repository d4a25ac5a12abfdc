// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_op - the statements that are steps: alloc, free, pages, drain, offline. Each runs in the
 * context that it names, then the invariants are checked and the state is written.
 */
#include "trace_private.h"

#include <lib/string.h>

/* What runs there. */
struct action {
	struct trace *t;
	void (*fn)(struct action *a);
	const struct trace_options *o;
	struct obj_cgroup *objcg;
	struct mem_cgroup *memcg;
	u32 amount;
	int result;
};

static void action_run(void *arg)
{
	struct action *a = arg;

	a->fn(a);
}

static void action_alloc(struct action *a)
{
	a->result = a->t->ops->alloc(a->objcg, a->o->gfp, a->amount, a->o->node, a->o->idx);
}

static void action_free(struct action *a)
{
	a->t->ops->free(a->objcg, a->amount, a->o->node, a->o->idx);
}

static void action_charge(struct action *a)
{
	a->result = a->t->ops->charge_pages(a->memcg, a->o->gfp, a->amount);
}

static void action_uncharge(struct action *a)
{
	a->t->ops->uncharge_pages(a->memcg, a->amount);
}

static void action_drain(struct action *a)
{
	a->t->ops->drain_local();
}

static void action_offline(struct action *a)
{
	a->result = a->t->ops->offline(a->memcg);
}

/* Run it, check, write the line. */
static enum trace_result step(struct trace *t, struct action *a, char *out, size_t bytes)
{
	struct memcg_verdict verdict;
	struct memcg_fault *fault = &verdict.fault;
	bool holds;

	a->t = t;
	if (t->machine->run(a->o->cpu, a->o->context, action_run, a))
		return trace_malformed(t, "CPU %u does not run it", a->o->cpu);
	t->step++;
	holds = t->ops->check(&verdict);
	if (holds && a->fn == action_drain && a->o->context == TRACE_TASK)
		holds = t->ops->check_drained(a->o->cpu, fault);
	if (!trace_write_step(t, a->o->op, a->result, verdict.documented, out, bytes))
		return trace_malformed(t, "the line of this step does not fit");
	if (holds)
		return TRACE_OK;
	trace_describe_fault(t, fault);
	return TRACE_BROKEN;
}

static struct trace_live *find_live(struct trace *t, u32 objcg, u32 size,
				    const struct trace_options *o)
{
	u32 n;

	for (n = 0; n < t->nr_live; n++) {
		struct trace_live *l = &t->live[n];

		if (l->objcg == objcg && l->size == size && l->node == o->node && l->idx == o->idx)
			return l;
	}
	if (n == TRACE_LIVE_MAX)
		return NULL;
	t->live[n] = (struct trace_live){ objcg, size, o->node, o->idx, 0 };
	t->nr_live++;
	return &t->live[n];
}

static enum trace_result op_object(struct trace *t, const struct trace_words *w, bool alloc,
				   char *out, size_t bytes)
{
	struct trace_options o;
	struct action a = { .o = &o, .fn = alloc ? action_alloc : action_free };
	struct trace_live *live;
	enum trace_result result;
	u64 size = 0;
	int objcg;

	if (w->nr < 3 || !trace_number(w->word[2], OBJ_CHARGE_MAX, &size) || !size)
		return trace_malformed(t, "%s: an object cgroup and a size of 1 to %u bytes",
				       w->word[0], OBJ_CHARGE_MAX);
	objcg = trace_find_objcg(t, w->word[1]);
	if (objcg < 0)
		return trace_malformed(t, "no object cgroup `%s'", w->word[1]);
	if (!trace_parse_options(t, w, 3,
				 OPTION_CPU | OPTION_NODE | OPTION_IDX | OPTION_CTX |
					 (alloc ? OPTION_GFP : 0),
				 &o))
		return TRACE_MALFORMED;
	a.objcg = t->objcgs[objcg].objcg;
	a.amount = (u32)size;
	if (alloc && a.objcg->released)
		return trace_malformed(t, "`%s' has been released", w->word[1]);
	live = find_live(t, (u32)objcg, a.amount, &o);
	if (!live)
		return trace_malformed(t, "more than %u kinds of objects", TRACE_LIVE_MAX);
	if (!alloc && !live->count)
		return trace_malformed(t, "no such object of `%s' is live", w->word[1]);
	live->count -= !alloc;
	result = step(t, &a, out, bytes);
	live->count += alloc && !a.result;
	return result;
}

static enum trace_result op_pages(struct trace *t, const struct trace_words *w, char *out,
				  size_t bytes)
{
	struct trace_options o;
	struct action a = { .o = &o };
	u64 nr = 0;
	int group;

	if (w->nr != 3 || (w->word[2][0] != '+' && w->word[2][0] != '-') ||
	    !trace_number(w->word[2] + 1, MEMCG_PAGES_MAX, &nr) || !nr)
		return trace_malformed(t, "pages: a group and +N or -N, 1 to %u", MEMCG_PAGES_MAX);
	group = trace_find_group(t, w->word[1]);
	if (group < 0)
		return trace_malformed(t, "no group `%s'", w->word[1]);
	if (!trace_parse_options(t, w, 3, 0, &o))
		return TRACE_MALFORMED;
	a.memcg = t->groups[group].memcg;
	a.amount = (u32)nr;
	a.fn = w->word[2][0] == '+' ? action_charge : action_uncharge;
	if (a.fn == action_uncharge && (s64)nr > a.memcg->other_pages)
		return trace_malformed(t, "only %lld pages of `%s' are charged",
				       (long long)a.memcg->other_pages, w->word[1]);
	return step(t, &a, out, bytes);
}

static enum trace_result op_drain(struct trace *t, const struct trace_words *w, char *out,
				  size_t bytes)
{
	struct trace_options o;
	struct action a = { .o = &o, .fn = action_drain };

	if (!trace_parse_options(t, w, 1, OPTION_CPU | OPTION_CTX, &o))
		return TRACE_MALFORMED;
	if (o.context == TRACE_SOFTIRQ)
		return trace_malformed(t, "drain: ctx=task or ctx=hardirq");
	return step(t, &a, out, bytes);
}

static enum trace_result op_offline(struct trace *t, const struct trace_words *w, char *out,
				    size_t bytes)
{
	struct trace_options o;
	struct action a = { .o = &o, .fn = action_offline };
	u32 n;
	int group;

	if (w->nr != 2)
		return trace_malformed(t, "offline: a group");
	group = trace_find_group(t, w->word[1]);
	if (group < 0 || !t->groups[group].memcg->online)
		return trace_malformed(t, "no group `%s' that is online", w->word[1]);
	a.memcg = t->groups[group].memcg;
	for (n = 0; n < t->nr_groups; n++) {
		if (t->groups[n].memcg->parent == a.memcg && t->groups[n].memcg->online)
			return trace_malformed(t, "`%s' has a child that is online", w->word[1]);
	}
	if (!trace_parse_options(t, w, 2, 0, &o))
		return TRACE_MALFORMED;
	return step(t, &a, out, bytes);
}

enum trace_result trace_operation(struct trace *t, const struct trace_words *w, char *out,
				  size_t bytes)
{
	const char *word = w->word[0];

	if (!strcmp(word, "alloc") || !strcmp(word, "free"))
		return op_object(t, w, !strcmp(word, "alloc"), out, bytes);
	if (!strcmp(word, "pages"))
		return op_pages(t, w, out, bytes);
	if (!strcmp(word, "offline"))
		return op_offline(t, w, out, bytes);
	if (strcmp(word, "drain"))
		return trace_malformed(t, "unknown statement `%s'", word);
	if (!t->started)
		return trace_malformed(t, "`drain' needs a group");
	return op_drain(t, w, out, bytes);
}

static void end_objects(struct trace *t)
{
	u32 n;

	for (n = 0; n < t->nr_live; n++) {
		struct trace_live *l = &t->live[n];
		struct trace_options o = { .node = l->node, .idx = l->idx };
		struct action a = { .t = t, .o = &o, .fn = action_free };

		a.objcg = t->objcgs[l->objcg].objcg;
		a.amount = l->size;
		for (; l->count; l->count--)
			t->machine->run(0, TRACE_TASK, action_run, &a);
	}
}

int trace_end(struct trace *t)
{
	if (!t->started)
		return 0;
	end_objects(t);
	t->started = false;
	return t->ops->destroy();
}
