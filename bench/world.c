// SPDX-License-Identifier: GPL-2.0-only
/*
 * world - see bench/world.h.
 *
 * Order: groups, caches, who pays, so that nothing is charged that is not the case's; then the
 * case. On the way back the other way round. Two goes of a run have other pages and other places
 * in the table of caches, which are all alike towards a cache line.
 */
#include <bench/world.h>

#include <core/page.h>
#include <core/page_alloc.h>
#include <core/percpu_alloc.h>
#include <core/smp.h>
#include <core/stack.h>
#include <sched/rcu.h>
#include <sched/workqueue.h>
#include <subject/subject.h>

const char *const accounting_names[NR_ACCOUNTINGS] = {
	[ACCOUNTING_ON] = "on",
	[ACCOUNTING_OBJECTS_OFF] = "objects-off",
	[ACCOUNTING_CONTROLLER_OFF] = "controller-off",
};

int world_init(void)
{
	int error = rcu_init();

	return error ? error : workqueue_init();
}

u32 world_cpus(void)
{
	u32 nr = 0;

	while (nr < nr_cpus_found && cpu_is_online(nr))
		nr++;
	return nr;
}

/* Stacks are not given back to the pages, but are not lost. */
static u64 free_pages(void)
{
	return page_alloc_nr_free() + stacks_idle_pages();
}

static u64 slab_errors(const struct subject *s)
{
	u64 sum = 0;

	for (u32 kind = 0; kind < NR_SLAB_ERRORS; kind++)
		sum += s->slab->error_count((enum slab_error)kind);
	return sum;
}

static const char *groups_begin(struct world *world, const struct subject *s)
{
	const struct memcg_config config = { .nr_cpus = world_cpus(),
					     .nr_nodes = (u32)max_u64(
						     page_nodes(), world->run->bench_case->nodes),
					     .v1 = world->run->v1 };

	if (world->run->accounting == ACCOUNTING_CONTROLLER_OFF)
		return s->set_accounting(false) ? "the key of accounting cannot be set" : NULL;
	if (s->memcg->create(&config))
		return "the groups cannot be made";
	world->has_groups = true;
	world->made.memcg = s->memcg->memcg_create(NULL, PAGE_COUNTER_MAX);
	if (!world->made.memcg || !s->memcg->objcg_create(world->made.memcg))
		return "no memory for the group";
	if (world->run->accounting == ACCOUNTING_OBJECTS_OFF && s->set_accounting(false))
		return "the key of accounting cannot be set";
	return NULL;
}

/* Only tasks have a group of their own; elsewhere one must have been set (memcg-spec 2.1). */
static void payer_set(const struct world *world, const struct subject *s)
{
	struct mem_cgroup *memcg = world->made.memcg;

	for (u32 cpu = 0; cpu < world_cpus(); cpu++)
		*s->current_on(cpu) = (struct memcg_current){
			.task = memcg,
			.remote = world->run->level == LEVEL_TASK ? NULL : memcg,
		};
}

const char *world_begin(struct world *world, const struct run *run)
{
	const struct bench_case *c = run->bench_case;
	const char *reason;

	*world = (struct world){ .run = run,
				 .made = { .size = run->size },
				 .free_pages = free_pages(),
				 .percpu_bytes = percpu_alloc_nr_used(),
				 .slab_errors = slab_errors(c->subject),
				 .slab_refusals = c->subject->slab->refusals() };
	reason = groups_begin(world, c->subject);
	if (reason)
		return reason;
	if (c->subject->slab->kmalloc_init())
		return "the caches cannot be made";
	world->has_slab = true;
	payer_set(world, c->subject);
	world->has_case = true;
	if (c->prepare && c->prepare(&world->made))
		return "the case cannot be prepared";
	return NULL;
}

/* Seen where objects are allocated: their first one buys a page. */
static const char *accounting_check(const struct world *world)
{
	const struct mem_cgroup *memcg = world->made.memcg;
	bool wanted = world->run->accounting == ACCOUNTING_ON;

	if (!memcg || !world->run->bench_case->batch || !!memcg->memory.watermark == wanted)
		return NULL;
	return wanted ? "nothing was charged" : "something was charged";
}

static const char *world_look(const struct world *world, struct world_fault *fault)
{
	const struct subject *s = world->run->bench_case->subject;
	struct memcg_verdict verdict = { 0 };

	if (slab_errors(s) != world->slab_errors)
		return "the slab has seen a wrong call";
	if (s->slab->check())
		return "slab check: an invariant is broken";
	s->note_size(world->run->size);
	if (world->has_groups && !s->check(&verdict)) {
		*fault = (struct world_fault){ .invariant = verdict.fault.invariant,
					       .got = verdict.fault.got,
					       .want = verdict.fault.want };
		return verdict.fault.what;
	}
	return accounting_check(world);
}

const char *world_check(const struct world *world, struct world_fault *fault)
{
	const char *reason;

	/* Too little memory is nobody's fault. */
	if (world->run->bench_case->subject->slab->refusals() != world->slab_refusals)
		return "an allocation was refused";
	reason = world_look(world, fault);
	fault->is_found |= reason != NULL;
	return reason;
}

static void payer_clear(const struct subject *s)
{
	for (u32 cpu = 0; cpu < world_cpus(); cpu++)
		*s->current_on(cpu) = (struct memcg_current){ 0 };
}

const char *world_end(struct world *world, struct world_fault *fault)
{
	const struct bench_case *c = world->run->bench_case;
	const char *reason = NULL;

	payer_clear(c->subject);
	if (world->has_case && c->finish && c->finish())
		reason = "objects are left";
	if (world->has_slab && c->subject->slab->kmalloc_exit())
		reason = "objects are left";
	if (world->has_groups && c->subject->memcg->destroy())
		reason = "a group is still referenced";
	if (!reason && free_pages() != world->free_pages)
		reason = "pages are lost";
	if (!reason && percpu_alloc_nr_used() != world->percpu_bytes)
		reason = "per-CPU memory is lost";
	fault->is_found |= reason != NULL;
	return reason;
}
