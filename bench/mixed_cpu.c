// SPDX-License-Identifier: GPL-2.0-only
/*
 * mixed_cpu - see mixed_cpu.h. What is done is fixed by the seed; when interrupts come is not,
 * except under icount.
 */
#include "mixed_cpu.h"

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/softirq.h>
#include <lib/list.h>
#include <lib/random.h>

#define STEPS	    20000u
#define OWNER_STEPS 256u /* until the other group's task runs */
#define IRQ_STEPS   3u	 /* in one interrupt */
#define IRQ_NS	    (40 * NS_PER_US)

struct mixed mixed;

/* Mostly small ones, as kernels have them. */
static const u32 mixed_sizes[8] = { 32, 64, 64, 128, 192, 512, 1024, MIXED_BYTES_MAX };

static u32 pool_random(struct pool *pool)
{
	return (u32)(random_next(&pool->random) >> 32);
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

void mixed_cpu_run(void *arg)
{
	struct mixed_cpu *me = arg;

	interrupts_begin(me);
	for (u32 i = 0; i < STEPS; i++) {
		WRITE_ONCE(me->current->task, mixed.memcgs[i / OWNER_STEPS % 2]);
		pool_step(&me->pools[LEVEL_TASK], GFP_KERNEL);
	}
	interrupts_end(me);
}

void mixed_cpu_free_all(struct mixed_cpu *c)
{
	for (u32 i = 0; i < NR_LEVELS * POOL_OBJECTS; i++) {
		struct pool *pool = &c->pools[i / POOL_OBJECTS];

		c->pools[LEVEL_TASK].frees += pool->objects[i % POOL_OBJECTS] != NULL;
		pool_free(pool, i % POOL_OBJECTS);
	}
}

void mixed_cpu_init(struct mixed_cpu *me, u32 cpu, u64 seed)
{
	*me = (struct mixed_cpu){ .current = mixed.s->current_on(cpu) };
	for (u32 level = 0; level < NR_LEVELS; level++)
		me->pools[level].random = (seed << 16 ^ cpu << 4 ^ level) + 0x9e3779b97f4a7c15ull;
	list_init(&me->timer.node);
	me->timer.fire = mixed_fire;
}
