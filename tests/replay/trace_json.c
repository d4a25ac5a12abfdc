// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_json - the state after a step as one line (replay-format.md). Names and statements hold no
 * character that JSON would want escaped: the parser has seen to it.
 */
#include "trace_private.h"

#include <lib/fmt.h>

struct json {
	char *buf;
	size_t bytes;
	size_t length;
};

static void put(struct json *j, const char *format, ...) __printf_like(2);

static void put(struct json *j, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (j->length < j->bytes)
		j->length +=
			(size_t)fmt_vtext(j->buf + j->length, j->bytes - j->length, format, args);
	va_end(args);
}

static const char *group_name(const struct trace *t, const struct mem_cgroup *memcg)
{
	u32 n;

	for (n = 0; n < t->nr_groups; n++) {
		if (t->groups[n].memcg == memcg)
			return t->groups[n].name;
	}
	return "?";
}

static const char *objcg_name(const struct trace *t, const struct obj_cgroup *objcg)
{
	u32 n;

	for (n = 0; n < t->nr_objcgs; n++) {
		if (t->objcgs[n].objcg == objcg)
			return t->objcgs[n].name;
	}
	return "?";
}

static void put_node(struct json *j, s32 node)
{
	if (node < 0)
		put(j, ",\"node\":null");
	else
		put(j, ",\"node\":%d", node);
}

static void put_obj(struct json *j, const struct trace *t, const char *key,
		    const struct memcg_obj_view *o)
{
	enum variant_cache cache = t->ops->variant->cache;

	if (!o->objcg) {
		put(j, ",\"%s\":null", key);
		return;
	}
	put(j, ",\"%s\":{\"objcg\":\"%s\",\"bytes\":%u", key, objcg_name(t, o->objcg), o->bytes);
	if (cache == CACHE_PAIR && o->pair_bytes)
		put(j, ",\"idx\":\"%s\"", o->pair_idx == NR_SLAB_RECLAIMABLE_B ? "R" : "U");
	if (cache == CACHE_PAIR && !o->pair_bytes)
		put(j, ",\"idx\":null");
	if (cache == CACHE_PAIR)
		put(j, ",\"stat_bytes\":%d", o->pair_bytes);
	if (cache == CACHE_SUMS)
		put(j, ",\"R\":%d,\"U\":%d", o->stat[NR_SLAB_RECLAIMABLE_B],
		    o->stat[NR_SLAB_UNRECLAIMABLE_B]);
	if (cache != CACHE_NONE)
		put_node(j, o->node);
	put(j, "}");
}

static void put_cpu(struct json *j, const struct trace *t, u32 cpu)
{
	struct memcg_stock_view view;

	t->ops->view(cpu, &view);
	put(j, "%s{\"page\":", cpu ? "," : "");
	if (view.memcg)
		put(j, "{\"memcg\":\"%s\",\"pages\":%u}", group_name(t, view.memcg), view.pages);
	else
		put(j, "null");
	if (t->ops->variant->stocks == STOCKS_TASK_IRQ) {
		put_obj(j, t, "task", &view.task);
		put_obj(j, t, "irq", &view.irq);
	} else {
		put_obj(j, t, "obj", &view.irq);
	}
	put(j, "}");
}

static void put_lruvec(struct json *j, const struct trace *t, const struct mem_cgroup *memcg)
{
	u32 node;

	for (node = 0; node < t->config.nr_nodes; node++) {
		s64 r = t->ops->lruvec(memcg, node, NR_SLAB_RECLAIMABLE_B);
		s64 u = t->ops->lruvec(memcg, node, NR_SLAB_UNRECLAIMABLE_B);

		if (!node || r || u)
			put(j, "%s\"%u/R\":%lld,\"%u/U\":%lld", node ? "," : "", node, (long long)r,
			    node, (long long)u);
	}
}

static void put_groups(struct json *j, const struct trace *t)
{
	u32 n;

	put(j, ",\"memory\":{");
	for (n = 0; n < t->nr_groups; n++)
		put(j, "%s\"%s\":%llu", n ? "," : "", t->groups[n].name,
		    (unsigned long long)page_counter_read(&t->groups[n].memcg->memory));
	put(j, "}");
	if (t->config.v1) {
		put(j, ",\"kmem\":{");
		for (n = 0; n < t->nr_groups; n++)
			put(j, "%s\"%s\":%llu", n ? "," : "", t->groups[n].name,
			    (unsigned long long)page_counter_read(&t->groups[n].memcg->kmem));
		put(j, "}");
	}
	put(j, ",\"stat\":{");
	for (n = 0; n < t->nr_groups; n++)
		put(j, "%s\"%s\":{\"R\":%lld,\"U\":%lld}", n ? "," : "", t->groups[n].name,
		    (long long)t->ops->state(t->groups[n].memcg, NR_SLAB_RECLAIMABLE_B),
		    (long long)t->ops->state(t->groups[n].memcg, NR_SLAB_UNRECLAIMABLE_B));
	put(j, "},\"lruvec\":{");
	for (n = 0; n < t->nr_groups; n++) {
		put(j, "%s\"%s\":{", n ? "," : "", t->groups[n].name);
		put_lruvec(j, t, t->groups[n].memcg);
		put(j, "}");
	}
	put(j, "}");
}

static void put_counts(struct json *j, const struct trace *t)
{
	static const char *const names[] = {
		[COUNT_IRQSAVE] = "irqsave",
		[COUNT_IRQSAVE_NESTED] = "irqsave_nested",
		[COUNT_PREEMPT] = "preempt",
		[COUNT_TRYLOCK] = "trylock",
		[COUNT_TRYLOCK_FAILED] = "trylock_failed",
		[COUNT_STAT_PUSH] = "stat_push",
		[COUNT_XCHG] = "xchg",
		[COUNT_ATOMIC_ADD] = "atomic_add",
		[COUNT_PAGE_COUNTER] = "page_counter",
		[COUNT_OBJCG_GET] = "objcg_get",
	};
	struct memcg_counts counts;
	u32 n;

	t->ops->counts(&counts);
	put(j, ",\"count\":{");
	for (n = 0; n < ARRAY_SIZE(names); n++)
		put(j, "%s\"%s\":%llu", n ? "," : "", names[n], (unsigned long long)counts.n[n]);
	put(j, "}");
}

bool trace_write_step(const struct trace *t, const char *op, bool failed, u32 broken, char *out,
		      size_t bytes)
{
	struct json j = { out, bytes, 0 };
	u32 n;

	put(&j, "{\"step\":%llu,\"op\":\"%s\",\"failed\":%s,\"cpus\":[",
	    (unsigned long long)t->step, op, failed ? "true" : "false");
	for (n = 0; n < t->config.nr_cpus; n++)
		put_cpu(&j, t, n);
	put(&j, "],\"charged\":{");
	for (n = 0; n < t->nr_objcgs; n++)
		put(&j, "%s\"%s\":%d", n ? "," : "", t->objcgs[n].name,
		    t->objcgs[n].objcg->nr_charged_bytes);
	put(&j, "}");
	put_groups(&j, t);
	put_counts(&j, t);
	if (broken & 1u << 3)
		put(&j, ",\"broken\":[\"I3\"]");
	put(&j, "}\n");
	return j.length < j.bytes;
}

void trace_describe_fault(struct trace *t, const struct memcg_fault *f)
{
	char whose[64] = "";

	if (f->memcg)
		fmt_text(whose, sizeof(whose), " of %s", group_name(t, f->memcg));
	if (f->objcg)
		fmt_text(whose, sizeof(whose), " of %s", objcg_name(t, f->objcg));
	if (f->cpu >= 0)
		fmt_text(whose, sizeof(whose), " on CPU %lld", (long long)f->cpu);
	fmt_text(t->error, sizeof(t->error), "I%u: %s%s is %lld, expected %lld", f->invariant,
		 f->what, whose, (long long)f->got, (long long)f->want);
}
