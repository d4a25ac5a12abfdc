// SPDX-License-Identifier: GPL-2.0-only
/*
 * subject - worlds of subjects, one at a time. Invariant: between two of them no key is patched, no
 * thread runs and no page is used that was not before the first one; subject_end() says so.
 */
#include <test/subject.h>

#include <bench/world.h>
#include <core/page_alloc.h>
#include <core/page.h>
#include <core/percpu_alloc.h>
#include <core/preempt.h>
#include <core/printk.h>
#include <core/smp.h>
#include <core/stack.h>
#include <sched/rcu.h>
#include <sched/sched.h>
#include <sched/workqueue.h>
#include <test/aid.h>
#include <test/slab.h>
#include <test/test.h>

struct subject_world world;

static u64 pages_before;
static size_t percpu_before;
static u32 nr_thread_users; /* worlds, and who makes many */

bool subject_is(const struct subject *s, enum subject_kind kinds)
{
	if (s->broken)
		return kinds & SUBJECTS_BROKEN;
	return kinds & (s->counting ? SUBJECTS_COUNTING : SUBJECTS_MEASURED);
}

static u64 pages_free(void)
{
	return page_alloc_nr_free() + stacks_idle_pages();
}

/* Starting them takes longer than most of what is done in a world: one set for many worlds. */
static void threads_get(void)
{
	if (nr_thread_users++)
		return;
	EXPECT_EQ(rcu_init(), 0);
	EXPECT_EQ(workqueue_init(), 0);
}

static void threads_put(void)
{
	if (--nr_thread_users)
		return;
	workqueue_exit();
	rcu_exit();
}

void subject_begin_bare(const struct subject *s)
{
	threads_get();
	pages_before = pages_free();
	percpu_before = percpu_alloc_nr_used();
	world = (struct subject_world){ .s = s, .ops = s->memcg, .slab = s->slab };
	slab_watch_errors(s->slab->set_error_hook);
	/* A reschedule that is pending from before would be taken by a model that ignores it. */
	schedule();
	preempt_model_set(s->model);
}

void subject_end_bare(void)
{
	rcu_barrier();
	preempt_model_set(MODEL_FULL);
	slab_unwatch_errors(world.slab->set_error_hook);
	EXPECT_EQ(pages_free(), pages_before);
	EXPECT_EQ(percpu_alloc_nr_used(), percpu_before);
	threads_put();
}

void subject_charge_tasks(struct mem_cgroup *memcg)
{
	for (u32 cpu = 0; cpu < world.config.nr_cpus; cpu++)
		world.s->current_on(cpu)->task = memcg;
}

void subject_charge_remote(struct mem_cgroup *memcg)
{
	for (u32 cpu = 0; cpu < world.config.nr_cpus; cpu++)
		world.s->current_on(cpu)->remote = memcg;
}

struct mem_cgroup **subject_remote(void)
{
	struct memcg_current *who = world.s->current_on(smp_cpu());

	return in_task() ? &who->task_remote : &who->remote;
}

void subject_begin(const struct subject *s, bool v1)
{
	subject_begin_bare(s);
	world.config =
		(struct memcg_config){ .nr_cpus = world_cpus(), .nr_nodes = NODES_MAX, .v1 = v1 };
	EXPECT_EQ(world.ops->create(&world.config), 0);
	world.top = world.ops->memcg_create(NULL, PAGE_COUNTER_MAX);
	world.group = world.ops->memcg_create(world.top, PAGE_COUNTER_MAX);
	world.top_objcg = world.ops->objcg_create(world.top);
	world.objcg = world.ops->objcg_create(world.group);
	EXPECT(world.top_objcg && world.objcg);
	EXPECT_EQ(world.slab->kmalloc_init(), 0);
	subject_charge_tasks(world.group);
}

void subject_end_unchecked(void)
{
	subject_charge_tasks(NULL);
	subject_charge_remote(NULL);
	if (world.slab->kmalloc_exit()) {
		test_fail(__FILE__, __LINE__, "objects are in use");
		world.slab->report_leaks();
	}
	EXPECT_EQ(world.ops->destroy(), 0);
	subject_end_bare();
}

void subject_end(void)
{
	subject_check();
	subject_end_unchecked();
}

static void one(const struct subject *s, bool v1, void (*fn)(void))
{
	subject_begin(s, v1);
	fn();
	subject_end();
	if (test_has_failed())
		printk("# in %s, v%u", s->name, v1 ? 1u : 2u);
}

/* @modes: bit 0 is v2, bit 1 is v1. */
static void each(enum subject_kind kinds, u32 modes, void (*fn)(void))
{
	threads_get();
	for_each_subject (s)
		for (u32 v1 = 0; v1 < 2 && subject_is(s, kinds) && !test_has_failed(); v1++)
			if (modes & 1u << v1)
				one(s, v1, fn);
	threads_put();
}

void subject_each(enum subject_kind kinds, void (*fn)(void))
{
	each(kinds, 3, fn);
}

void subject_each_v2(enum subject_kind kinds, void (*fn)(void))
{
	each(kinds, 1, fn);
}

void subject_each_v1(enum subject_kind kinds, void (*fn)(void))
{
	each(kinds, 2, fn);
}

void subject_run_everywhere(void (*fn)(void *arg), void *arg)
{
	aid_run_below(world.config.nr_cpus, fn, arg);
}

void subject_print_fault(const struct memcg_fault *f)
{
	printk("# %s: I%u: %s%s (CPU %lld) is %lld, not %lld", world.s->name, f->invariant, f->what,
	       f->memcg == world.top	 ? " of top"
	       : f->memcg == world.group ? " of group"
					 : "",
	       (long long)f->cpu, (long long)f->got, (long long)f->want);
}

static bool verdict_holds(bool holds, const struct memcg_verdict *verdict)
{
	EXPECT(holds);
	if (!holds)
		subject_print_fault(&verdict->fault);
	return holds;
}

bool subject_check_ops(void)
{
	struct memcg_verdict verdict;
	bool holds = world.ops->check(&verdict);

	return verdict_holds(holds, &verdict);
}

bool subject_check(void)
{
	struct memcg_verdict verdict;
	bool holds = world.s->check(&verdict);

	EXPECT_EQ(world.slab->check(), 0);
	return verdict_holds(holds, &verdict);
}

u64 subject_owned(const struct obj_cgroup *objcg)
{
	struct memcg_verdict verdict;

	world.s->check(&verdict);
	return (u64)objcg->live.objects;
}

u64 subject_pages(const struct mem_cgroup *memcg)
{
	return page_counter_read(&memcg->memory);
}
