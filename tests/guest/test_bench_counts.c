// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_counts - what one operation of a subject's case does, counted by the counting subjects
 * once nothing changes any more: what the headers in bench/hot say under "Expected".
 *
 * The table follows from memcg-spec 2.4 to 2.9, and 4.4 for what allocates. A variant counts as all
 * of its kind do; outside of tasks the second stock masks interrupts, and counts as one stock does.
 */
#include <bench/level.h>
#include <bench/world.h>
#include <core/printk.h>
#include <core/smp.h>
#include <lib/string.h>
#include <sched/rcu.h>
#include <sched/workqueue.h>
#include <subject/subject.h>
#include <test/test.h>

#define WARM_LOOPS 8 /* of the short block */

enum kind {
	NONE = 1,	/* no cached statistics, and whatever is more than a page is drained */
	PAIR = 2,	/* one pair cached, drained */
	SUMS = 4,	/* two sums cached, drained */
	FOLD = 8,	/* the same, and whole pages are folded */
	FOLD_XCHG = 16, /* the same, with the exchange at every change of owner */
	TWO = 32,	/* as FOLD, with a stock for tasks */
	DRAINED = NONE | PAIR | SUMS,
	FOLDED = FOLD | FOLD_XCHG,
	CACHED = PAIR | SUMS | FOLDED,
	ONE = DRAINED | FOLDED,
};

static const enum memcg_count columns[] = {
	COUNT_IRQSAVE,	  COUNT_IRQSAVE_NESTED, COUNT_PREEMPT,	 COUNT_STAT_PUSH,    COUNT_XCHG,
	COUNT_ATOMIC_ADD, COUNT_OBJCG_GET,	COUNT_OBJCG_PUT, COUNT_PAGE_COUNTER,
};

struct row {
	const char *name;
	u32 size;
	u32 kinds;
	u8 want[ARRAY_SIZE(columns)];
};

/*
 * Counters: v1's kmem, which has no stock in front of it. v2 pays from the page stock alone, and
 * counts none.
 */
/* clang-format off */
static const struct row rows[] = {
	/*                                irq nest pre push xchg add get put counters */
	{ "stock_hit",       0, ONE,         {  2,  0,  0,  0,  0,  0,  0,  0,  0 } },
	{ "stock_hit",       0, TWO,         {  0,  0,  2,  0,  0,  0,  0,  0,  0 } },
	{ "stock_refill",    0, DRAINED,     {  4,  1,  0,  0,  1,  1,  1,  1,  2 } },
	{ "stock_refill",    0, FOLDED,      {  5,  0,  0,  0,  0,  0,  0,  0,  2 } },
	{ "stock_refill",    0, TWO,         {  2,  0,  3,  0,  0,  0,  0,  0,  2 } },
	{ "stock_drain",     0, ONE,         {  3,  0,  0,  0,  1,  1,  1,  1,  0 } },
	{ "stock_drain",     0, TWO,         {  1,  0,  2,  0,  1,  1,  1,  1,  0 } },
	{ "stock_owner",     0, DRAINED,     {  8,  2,  0,  0,  2,  2,  2,  2,  4 } },
	{ "stock_owner",     0, FOLD,        {  8,  2,  0,  0,  0,  2,  2,  2,  4 } },
	{ "stock_owner",     0, FOLD_XCHG,   {  8,  2,  0,  0,  2,  2,  2,  2,  4 } },
	{ "stock_owner",     0, TWO,         {  4,  0,  6,  0,  0,  2,  2,  2,  4 } },
	{ "stock_node",      0, ONE,         {  4,  0,  0,  4,  0,  0,  0,  0,  0 } },
	{ "stock_node",      0, TWO,         {  4,  0,  4,  4,  0,  0,  0,  0,  0 } },
	{ "alloc1",        128, NONE,        {  4,  0,  0,  2,  0,  0,  0,  0,  0 } },
	{ "alloc1",        128, CACHED,      {  4,  0,  0,  0,  0,  0,  0,  0,  0 } },
	{ "alloc1",        128, TWO,         {  0,  0,  4,  0,  0,  0,  0,  0,  0 } },
	{ "alloc4",         32, NONE,        { 16,  0,  0,  8,  0,  0,  0,  0,  0 } },
	{ "alloc4",         32, CACHED,      { 16,  0,  0,  0,  0,  0,  0,  0,  0 } },
	{ "alloc4",         32, TWO,         {  0,  0, 16,  0,  0,  0,  0,  0,  0 } },
	{ "alloc4",       4096, NONE|PAIR,   { 24,  7,  0,  8,  7,  7,  7,  7, 11 } },
	{ "alloc4",       4096, SUMS,        { 24,  7,  0,  6,  6,  7,  7,  7, 11 } },
	{ "alloc4",       4096, FOLDED,      { 26,  0,  0,  4,  0,  0,  0,  0,  7 } },
	{ "alloc4",       4096, TWO,         { 11,  0, 19,  4,  0,  0,  0,  0,  7 } },
	{ "threads",      4096, NONE|PAIR,   {  6,  1,  0,  2,  1,  1,  1,  1,  2 } },
	{ "threads",      4096, SUMS,        {  6,  1,  0,  0,  0,  1,  1,  1,  2 } },
	{ "threads",      4096, FOLDED,      {  7,  0,  0,  0,  0,  0,  0,  0,  2 } },
	{ "threads",      4096, TWO,         {  2,  0,  5,  0,  0,  0,  0,  0,  2 } },
};
/* clang-format on */

static bool met[ARRAY_SIZE(rows)];

static enum kind kind_of(const struct variant *v, enum level level)
{
	static const enum kind drained[] = {
		[CACHE_NONE] = NONE, [CACHE_PAIR] = PAIR, [CACHE_SUMS] = SUMS
	};

	if (v->stocks == STOCKS_TASK_IRQ)
		return level == LEVEL_TASK ? TWO : FOLD;
	if (v->refill == REFILL_DRAIN)
		return drained[v->cache];
	return v->xchg_refill == XCHG_ALWAYS ? FOLD_XCHG : FOLD;
}

static const struct row *row_of(const struct run *run)
{
	const struct bench_case *c = run->bench_case;

	for (u32 i = 0; i < ARRAY_SIZE(rows); i++) {
		if (strcmp(rows[i].name, c->name) || rows[i].size != run->size ||
		    !(rows[i].kinds & kind_of(c->subject->variant, run->level)))
			continue;
		met[i] = true;
		return &rows[i];
	}
	test_fail(__FILE__, __LINE__, "a case that the table does not have");
	return NULL;
}

struct count_call {
	const struct bench_case *c;
	struct memcg_counts before, after;
};

static void count_block(void *arg)
{
	struct count_call *call = arg;

	call->c->short_block(WARM_LOOPS);
	call->c->subject->memcg->counts(&call->before);
	call->c->short_block(1);
	call->c->subject->memcg->counts(&call->after);
}

static void expect_row(const struct run *run, const struct count_call *call)
{
	const struct row *row = row_of(run);

	for (u32 i = 0; row && i < ARRAY_SIZE(columns); i++) {
		bool counted = run->v1 || columns[i] != COUNT_PAGE_COUNTER;

		EXPECT_EQ(call->after.n[columns[i]] - call->before.n[columns[i]],
			  counted ? (u64)row->want[i] * call->c->copies : 0);
		if (test_has_failed()) {
			printk("# %s of %s, size %u, %s, v%u: column %u", call->c->name,
			       call->c->subject->name, run->size, level_names[run->level],
			       run->v1 ? 1u : 2u, i);
			return;
		}
	}
}

/* What the last call has left for the other node: the stock is its owner's. */
static void expect_node_left(const struct subject *s)
{
	struct memcg_stock_view view;
	const struct memcg_obj_view *obj;

	s->memcg->view(smp_cpu(), &view);
	obj = s->variant->stocks == STOCKS_TASK_IRQ ? &view.task : &view.irq;
	EXPECT(obj->objcg);
	EXPECT_EQ(obj->node, 1);
	EXPECT_EQ(s->variant->cache == CACHE_PAIR ? obj->pair_bytes
						  : obj->stat[NR_SLAB_UNRECLAIMABLE_B],
		  -136);
}

static void count_run(const struct run *run)
{
	const struct bench_case *c = run->bench_case;
	struct count_call call = { .c = c };
	struct world_fault fault = { 0 };
	struct world world;

	EXPECT(!world_begin(&world, run));
	EXPECT(level_run(run->level, count_block, &call));
	expect_row(run, &call);
	if (!strcmp(c->name, "stock_node") && c->subject->variant->cache != CACHE_NONE)
		expect_node_left(c->subject);
	EXPECT(!world_check(&world, &fault));
	EXPECT(!world_end(&world, &fault));
}

/* Counting subjects are of the model that tests have active. */
static void count_case(const struct bench_case *c, enum level level)
{
	for (u32 i = 0; i < 2 * CASE_SIZES_MAX && !test_has_failed(); i++) {
		struct run run = { .bench_case = c,
				   .size = c->sizes[i / 2],
				   .cpus = 1,
				   .level = level,
				   .v1 = i % 2 };

		if (i < 2 || run.size)
			count_run(&run);
	}
}

static void count_level(enum level level)
{
	EXPECT_EQ(world_init(), 0);
	for_each_case (c)
		if (c->subject && c->subject->counting && !c->subject->broken &&
		    !(c->flags & CASE_COUNTS) && c->levels >> level & 1)
			count_case(c, level);
	rcu_barrier();
	workqueue_exit();
	rcu_exit();
}

TEST(bench_counts, in_tasks)
{
	memset(met, 0, sizeof(met));
	count_level(LEVEL_TASK);
	for (u32 i = 0; i < ARRAY_SIZE(rows) && !test_has_failed(); i++)
		EXPECT(met[i]);
}

IRQ_TEST(bench_counts, outside_of_tasks)
{
	count_level(LEVEL_SOFTIRQ);
	count_level(LEVEL_HARDIRQ);
}
