// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_world - that a subject's run is accepted if nothing is wrong, in every context, and
 * refused with the reason if something is.
 */
#include <bench/run.h>
#include <bench/world.h>
#include <core/page_alloc.h>
#include <lib/string.h>
#include <sched/rcu.h>
#include <sched/sched.h>
#include <sched/workqueue.h>
#include <subject/subject.h>
#include <test/test.h>

#define NUMBERS_MAX 64

static struct plan plan;
static struct run_result result;
static u64 numbers[2][NUMBERS_MAX];

/* The case of this name of the first subject that is broken, or not. */
static const struct bench_case *find(const char *name, const char *subject, bool broken)
{
	for_each_case (c)
		if (c->subject && c->subject->broken == broken && !strcmp(c->name, name) &&
		    (!subject || !strcmp(c->subject->name, subject)))
			return c;
	test_fail(__FILE__, __LINE__, name);
	return NULL;
}

static void begin(void)
{
	EXPECT_EQ(world_init(), 0);
}

static void end(void)
{
	rcu_barrier();
	workqueue_exit();
	rcu_exit();
}

/* A plan of one run with two samples of each block, measured. */
static void measure(const struct run *run)
{
	memset(&plan, 0, sizeof(plan));
	plan.runs[0] = *run;
	plan.nr_runs = 1;
	plan.samples = 2;
	plan.loops = 2;
	plan.seed = 1;
	plan.load_ms = 1;
	memset(numbers, 0, sizeof(numbers));
	result = (struct run_result){ .samples = { .room = plan_room(&plan, run),
						   .t_short = numbers[0],
						   .t_long = numbers[1] } };
	EXPECT(result.samples.room <= NUMBERS_MAX);
	run_measure(&plan, 0, plan.samples, &result);
}

static void expect_accepted(const struct run *run)
{
	measure(run);
	EXPECT_STR(result.reason ? result.reason : "", "");
	EXPECT_EQ(result.samples.nr_short, 2);
}

/* Interrupts on and off, accounted and not, in this context. */
static void expect_level(const struct bench_case *c, enum level level)
{
	for (u32 state = 0; state < 12; state++) {
		struct run run = { .bench_case = c,
				   .size = c->sizes[0],
				   .cpus = 1,
				   .level = level,
				   .accounting = (enum case_accounting)(state / 4),
				   .v1 = state & 2,
				   .irqs_on = state & 1 };

		if (level != LEVEL_HARDIRQ || !run.irqs_on)
			expect_accepted(&run);
	}
}

IRQ_TEST(bench_world, every_level_is_accepted)
{
	const struct bench_case *c = find("alloc1", "v6_taskobj_nodefix_full", false);

	begin();
	for (u32 level = 0; c && level < NR_LEVELS; level++)
		expect_level(c, (enum level)level);
	end();
}

/* Of every subject, so that none has a case that cannot be prepared. */
TEST(bench_world, every_case_is_accepted)
{
	begin();
	for_each_case (c) {
		struct run run = { .bench_case = c, .cpus = 1, .irqs_on = true };

		if (!c->subject || c->subject->counting ||
		    (c->flags & (CASE_THREADS | CASE_COUNTS)))
			continue;
		run.size = c->sizes[0];
		expect_accepted(&run);
	}
	end();
}

/* 0: the workload finds nothing broken. */
static void expect_invariant(const char *subject, bool broken, u32 invariant)
{
	const struct bench_case *c = find("mixed", subject, broken);
	struct run run = { .bench_case = c, .cpus = 1, .irqs_on = true };

	if (!c)
		return;
	measure(&run);
	EXPECT_EQ(result.reason != NULL, invariant != 0);
	EXPECT_EQ(result.fault.invariant, invariant);
	EXPECT_EQ(result.fault.is_found, invariant != 0);
}

IRQ_TEST(bench_world, a_faulty_subject_is_refused)
{
	begin();
	expect_invariant("v6_refill_nodefix_full_counting", false, 0);
	expect_invariant("v6_refill_nodefix_full_push", true, 3);
	expect_invariant("v6_refill_nodefix_full_node", true, 3);
	end();
}

/* The world of one run, for what the loops of that run would do. */
static struct run run;
static struct world_fault fault;
static struct world world;

static const struct subject *world_make(enum case_accounting accounting)
{
	const struct bench_case *c = find("alloc1", "v6_refill_full", false);

	if (!c)
		return NULL;
	run = (struct run){ .bench_case = c, .size = 128, .cpus = 1, .accounting = accounting };
	fault = (struct world_fault){ 0 };
	begin();
	EXPECT(!world_begin(&world, &run));
	return c->subject;
}

/* Nothing is allocated in this world: accounting cannot have been in force. */
TEST(bench_world, accounting_must_be_in_force)
{
	if (!world_make(ACCOUNTING_ON))
		return;
	EXPECT_STR(world_check(&world, &fault), "nothing was charged");
	EXPECT(fault.is_found);
	EXPECT(!world_end(&world, &fault));
	end();
}

/* The key is off, as asked; for the time of one object it was not. */
TEST(bench_world, accounting_must_not_be_in_force)
{
	const struct subject *s = world_make(ACCOUNTING_OBJECTS_OFF);

	if (!s)
		return;
	s->slab->kfree(s->slab->kmalloc(128, GFP_KERNEL_ACCOUNT));
	EXPECT(!world_check(&world, &fault));
	EXPECT_EQ(s->set_accounting(true), 0);
	s->slab->kfree(s->slab->kmalloc(128, GFP_KERNEL_ACCOUNT));
	EXPECT_EQ(s->set_accounting(false), 0);
	EXPECT_STR(world_check(&world, &fault), "something was charged");
	EXPECT_EQ(fault.invariant, 0);
	EXPECT(!world_end(&world, &fault));
	end();
}

TEST(bench_world, a_lost_page_refuses)
{
	u64 page;

	if (!world_make(ACCOUNTING_ON))
		return;
	page = page_alloc(0);
	EXPECT_STR(world_end(&world, &fault), "pages are lost");
	EXPECT(fault.is_found);
	page_free(page, 0);
	end();
}

/* Frees of nothing are fast: of an object of a cache, and of a block of pages. */
TEST(bench_world, a_refused_allocation_refuses)
{
	static const size_t sizes[] = { 128, 32768 };

	for (u32 i = 0; i < ARRAY_SIZE(sizes); i++) {
		const struct subject *s = world_make(ACCOUNTING_ON);

		if (!s)
			return;
		EXPECT_EQ(s->memcg->set_max(world.made.memcg, 0), 0);
		EXPECT(!s->slab->kmalloc(sizes[i], GFP_KERNEL_ACCOUNT));
		EXPECT_STR(world_check(&world, &fault), "an allocation was refused");
		EXPECT(!fault.is_found);
		EXPECT(!world_end(&world, &fault));
		end();
	}
}
