// SPDX-License-Identifier: GPL-2.0-only
/*
 * mixed - see bench/mixed.h. What is done is fixed by the seed; when interrupts come is not, except
 * under icount.
 *
 * Each CPU has three pools of objects, one for each level, and only that level touches it: a hard
 * interrupt may come while a softirq is in the middle of its own. The oracle looks while objects
 * live, when no interrupt comes any more; then all is freed, from one CPU.
 */
#include <bench/mixed.h>

#include <arch/irqflags.h>
#include <bench/threads.h>
#include <core/clock.h>
#include <core/softirq.h>
#include <core/timer.h>
#include <lib/list.h>
#include <sched/sched.h>
#include <subject/subject.h>

#define STEPS	     20000u
#define POOL_OBJECTS 64u
#define OWNER_STEPS  256u /* until the other group's task runs */
#define IRQ_STEPS    3u	  /* in one interrupt */
#define IRQ_NS	     (40 * NS_PER_US)

struct pool {
	void *objects[POOL_OBJECTS];
	bool reclaimable[POOL_OBJECTS];
	u64 random;
	u64 allocs;
	u64 frees;
};

/* All of it is this CPU's own, but for what is read when the threads are over. */
struct mixed_cpu {
	struct thread thread;
	struct timer timer;
	struct pool pools[NR_LEVELS];
	struct memcg_current *current;
	u32 interrupts;
	bool stopped;
} __aligned(128);

/* Written before the threads start. */
struct mixed {
	const struct subject *s;
	struct kmem_cache *reclaimable;
	struct mem_cgroup *memcgs[2];
};

static struct mixed_cpu mixed_cpus[THREADS_MAX];
static struct mixed mixed;

/* Mostly small ones, as kernels have them; the largest one last. */
static const u32 mixed_sizes[8] = { 32, 64, 64, 128, 192, 512, 1024, 4096 };

/* Marsaglia's xorshift. */
static u32 pool_random(struct pool *pool)
{
	pool->random ^= pool->random << 13;
	pool->random ^= pool->random >> 7;
	pool->random ^= pool->random << 17;
	return (u32)(pool->random >> 32);
}

static void pool_free(struct pool *pool, u32 at)
{
	const struct slab_ops *slab = mixed.s->slab;

	if (!pool->objects[at])
		return;
	if (pool->reclaimable[at])
		slab->cache_free(mixed.reclaimable, pool->objects[at]);
	else
		slab->kfree(pool->objects[at]);
	pool->objects[at] = NULL;
}

static void pool_alloc(struct pool *pool, u32 at, u32 gfp)
{
	u32 random = pool_random(pool);

	pool->reclaimable[at] = random % 4 == 0;
	if (pool->reclaimable[at])
		pool->objects[at] = mixed.s->slab->cache_alloc(mixed.reclaimable, gfp);
	else
		pool->objects[at] =
			mixed.s->slab->kmalloc(mixed_sizes[random / 4 % 8], gfp | __GFP_ACCOUNT);
	pool->allocs += pool->objects[at] != NULL;
}

/* An object that is there is freed, one that is not is allocated. */
static void pool_step(struct pool *pool, u32 gfp)
{
	u32 at = pool_random(pool) % POOL_OBJECTS;

	if (!pool->objects[at]) {
		pool_alloc(pool, at, gfp);
		return;
	}
	pool_free(pool, at);
	pool->frees++;
}

/* The second group is set for what interrupts allocate; one may come inside of another's. */
static void pool_steps(struct mixed_cpu *me, enum level level)
{
	struct mem_cgroup *before = READ_ONCE(me->current->remote);

	WRITE_ONCE(me->current->remote, mixed.memcgs[1]);
	for (u32 i = 0; i < IRQ_STEPS; i++)
		pool_step(&me->pools[level], GFP_ATOMIC);
	WRITE_ONCE(me->current->remote, before);
}

/* Every other interrupt leaves its work to a softirq. */
static void mixed_fire(struct timer *t)
{
	struct mixed_cpu *me = container_of(t, struct mixed_cpu, timer);

	if (me->stopped)
		return;
	if (me->interrupts++ % 2)
		pool_steps(me, LEVEL_HARDIRQ);
	else
		softirq_raise(SOFTIRQ_HOOK);
	timer_arm(t, IRQ_NS / 2 + pool_random(&me->pools[LEVEL_HARDIRQ]) % IRQ_NS);
}

static void mixed_softirq(void *me)
{
	pool_steps(me, LEVEL_SOFTIRQ);
}

static void interrupts_begin(struct mixed_cpu *me)
{
	local_irq_disable();
	softirq_set_hook(mixed_softirq, me);
	timer_arm(&me->timer, IRQ_NS);
	local_irq_enable();
}

/* Behind it neither comes any more. */
static void interrupts_end(struct mixed_cpu *me)
{
	local_irq_disable();
	me->stopped = true;
	timer_cancel(&me->timer);
	local_irq_enable();
	local_bh_disable();
	softirq_set_hook(NULL, NULL);
	local_bh_enable();
}

static void mixed_thread(void *arg)
{
	struct mixed_cpu *me = arg;

	interrupts_begin(me);
	for (u32 i = 0; i < STEPS; i++) {
		WRITE_ONCE(me->current->task, mixed.memcgs[i / OWNER_STEPS % 2]);
		pool_step(&me->pools[LEVEL_TASK], GFP_KERNEL);
	}
	interrupts_end(me);
}

static void mixed_free_all(struct mixed_cpu *c)
{
	for (u32 i = 0; i < NR_LEVELS * POOL_OBJECTS; i++) {
		struct pool *pool = &c->pools[i / POOL_OBJECTS];

		c->pools[LEVEL_TASK].frees += pool->objects[i % POOL_OBJECTS] != NULL;
		pool_free(pool, i % POOL_OBJECTS);
	}
}

static void mixed_cpu_init(struct mixed_cpu *me, u32 cpu, u64 seed)
{
	*me = (struct mixed_cpu){ .current = mixed.s->current_on(cpu) };
	for (u32 level = 0; level < NR_LEVELS; level++)
		me->pools[level].random = (seed << 16 ^ cpu << 4 ^ level) + 0x9e3779b97f4a7c15ull;
	list_init(&me->timer.node);
	me->timer.fire = mixed_fire;
}

static const char *mixed_threads(u32 nr, u64 seed)
{
	const char *reason = NULL;
	u32 started;

	for (started = 0; started < nr && !reason; started++) {
		struct mixed_cpu *me = &mixed_cpus[started];

		mixed_cpu_init(me, started, seed);
		if (thread_start(&me->thread, "mixed", mixed_thread, me, started, PRIO_NORMAL)) {
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

		mixed_free_all(&mixed_cpus[cpu]);
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
	s->note_size(mixed_sizes[ARRAY_SIZE(mixed_sizes) - 1]);
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
