// SPDX-License-Identifier: GPL-2.0-only
/*
 * mixed - one run of the mixed workload: its threads, then the oracle while objects live, then all
 * is freed from one CPU, and the counts are taken.
 */
#include <bench/mixed.h>

#include <bench/threads.h>

#include "mixed_cpu.h"

static struct mixed_cpu mixed_cpus[THREADS_MAX];

static const char *mixed_threads(u32 nr, u64 seed)
{
	const char *reason = NULL;
	u32 started;

	for (started = 0; started < nr && !reason; started++) {
		struct mixed_cpu *me = &mixed_cpus[started];

		mixed_cpu_init(me, started, seed);
		if (thread_start(&me->thread, "mixed", mixed_cpu_run, me, started, PRIO_NORMAL)) {
			reason = "a thread cannot be started";
			break;
		}
	}
	for (u32 cpu = 0; cpu < started; cpu++)
		thread_join(&mixed_cpus[cpu].thread);
	return reason;
}

static void mixed_collect(u32 nr, struct sample_set *set)
{
	struct memcg_counts counts;

	for (u32 cpu = 0; cpu < nr; cpu++) {
		const struct pool *pools = mixed_cpus[cpu].pools;

		mixed_cpu_free_all(&mixed_cpus[cpu]);
		for (u32 level = 0; level < NR_LEVELS; level++) {
			bool irq = level != LEVEL_TASK;

			set->t_short[irq ? MIXED_ALLOCS_IRQ : MIXED_ALLOCS_TASK] +=
				pools[level].allocs;
			set->t_short[irq ? MIXED_FREES_IRQ : MIXED_FREES_TASK] +=
				pools[level].frees;
		}
	}
	mixed.s->memcg->counts(&counts);
	for (u32 i = 0; i < NR_MEMCG_COUNTS; i++)
		set->t_short[NR_MIXED_COUNTS + i] = counts.n[i];
	set->nr_short = set->nr_long = set->room;
}

/* What the workload needs besides its world. */
static bool mixed_init(const struct world *world)
{
	const struct subject *s = world->run->bench_case->subject;

	mixed = (struct mixed){ .s = s,
				.memcgs = { world->made.memcg,
					    s->memcg->memcg_create(NULL, PAGE_COUNTER_MAX) },
				.reclaimable = s->slab->cache_create(
					"mixed", 192, 0, SLAB_ACCOUNT | SLAB_RECLAIM_ACCOUNT) };
	s->note_size(MIXED_BYTES_MAX);
	return mixed.memcgs[1] && mixed.reclaimable && s->memcg->objcg_create(mixed.memcgs[1]);
}

const char *mixed_run(const struct plan *plan, const struct world *world, struct sample_set *set,
		      struct world_fault *fault)
{
	u32 cpus = world->run->cpus;
	const char *reason;

	if (!timer_works())
		return "no timer interrupt";
	if (!mixed_init(world))
		return "no memory for the workload";
	reason = mixed_threads(cpus, plan->seed);
	if (!reason)
		reason = world_check(world, fault);
	mixed_collect(cpus, set);
	if (mixed.s->slab->cache_destroy(mixed.reclaimable) && !reason)
		reason = "objects are left";
	return reason;
}

static u64 sum(const u64 *numbers, u32 nr)
{
	u64 all = 0;

	while (nr)
		all += numbers[--nr];
	return all;
}

void mixed_send(const struct sample_set *set, struct record *r)
{
	static const char *const names[MIXED_NUMBERS] = {
		[MIXED_ALLOCS_TASK] = "allocs_task",
		[MIXED_ALLOCS_IRQ] = "allocs_irq",
		[MIXED_FREES_TASK] = "frees_task",
		[MIXED_FREES_IRQ] = "frees_irq",
		[NR_MIXED_COUNTS + COUNT_IRQSAVE] = "irqsave",
		[NR_MIXED_COUNTS + COUNT_IRQSAVE_NESTED] = "irqsave_nested",
		[NR_MIXED_COUNTS + COUNT_PREEMPT] = "preempt",
		[NR_MIXED_COUNTS + COUNT_TRYLOCK] = "trylock",
		[NR_MIXED_COUNTS + COUNT_TRYLOCK_FAILED] = "trylock_failed",
		[NR_MIXED_COUNTS + COUNT_STAT_PUSH] = "stat_pushes",
		[NR_MIXED_COUNTS + COUNT_XCHG] = "xchg",
		[NR_MIXED_COUNTS + COUNT_ATOMIC_ADD] = "atomic_add",
		[NR_MIXED_COUNTS + COUNT_PAGE_COUNTER] = "page_counter",
		[NR_MIXED_COUNTS + COUNT_OBJCG_GET] = "objcg_get",
		[NR_MIXED_COUNTS + COUNT_OBJCG_PUT] = "objcg_put",
		[NR_MIXED_COUNTS + COUNT_STAT_CALL] = "stat_calls",
	};

	record_int(r, "ops", (s64)sum(set->t_short, NR_MIXED_COUNTS));
	for (u32 i = 0; i < MIXED_NUMBERS; i++)
		record_int(r, names[i], (s64)set->t_short[i]);
}
