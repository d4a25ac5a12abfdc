// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_slow - what happens when this CPU's list is empty, or an object is freed that is not of the
 * slab that this CPU allocates from.
 *
 * A CPU's own structure is changed here with interrupts off, and its transaction id goes up before:
 * a fast path that was interrupted begins anew. Its partial slabs and its free objects are nobody
 * else's. What is common to all CPUs is slab_node's.
 */
#include <arch/irqflags.h>

#include "slab_impl.h"

/*
 * Take all of a frozen slab's own list; its objects count as in use from here on. NULL: the list
 * is empty; then the slab is full, and nobody's.
 */
static void *slab_take_all(struct slab *slab)
{
	u64 found = READ_ONCE(slab->state), next;

	do {
		if (found & STATE_FIRST_MASK)
			next = STATE_FROZEN | (u64)slab->objects << STATE_INUSE_SHIFT;
		else
			next = found & ~STATE_FROZEN;
	} while (!slab_exchange(slab, &found, next));
	return slab_first(slab, found);
}

/* @slabs were on a CPU's list of partial ones, and are no more. */
static void slab_thaw_partial(struct kmem_cache *cache, struct slab *slabs)
{
	while (slabs) {
		struct slab *slab = slabs;

		slabs = slab->next;
		slab_thaw(cache, slab, NULL);
	}
}

/* Interrupts off. */
static void cpu_release(struct kmem_cache *cache, struct kmem_cache_cpu *c)
{
	struct slab *slab = c->slab;
	void *first = c->top.freelist;

	c->top.freelist = NULL;
	c->slab = NULL;
	c->top.tid++;
	if (slab)
		slab_thaw(cache, slab, first);
}

void slab_flush_cpu(struct kmem_cache *cache, struct kmem_cache_cpu *c)
{
	struct slab *partial = c->partial;

	cpu_release(cache, c);
	c->partial = NULL;
	c->nr_partial = 0;
	slab_thaw_partial(cache, partial);
}

static void cpu_take_from_nodes(struct kmem_cache *cache, struct kmem_cache_cpu *c, int node)
{
	for (u32 i = 0; i < NODES_MAX && !c->top.freelist; i++)
		if (node == NUMA_NO_NODE || (u32)node == i)
			slab_take_from_node(c, &cache->node[i]);
}

/*
 * What others have freed into this CPU's slab; else the next of its partial ones. Interrupts off.
 */
static void cpu_take_from_own(struct kmem_cache *cache, struct kmem_cache_cpu *c, int node)
{
	if (c->slab) {
		c->top.freelist = slab_take_all(c->slab);
		if (!c->top.freelist)
			c->slab = NULL;
	}
	while (!c->slab && c->partial) {
		struct slab *slab = c->partial;

		c->partial = slab->next;
		c->nr_partial--;
		if (slab_fits_node(slab, node)) {
			c->slab = slab;
			c->top.freelist = slab_take_all(slab);
		} else {
			slab_thaw(cache, slab, NULL);
		}
	}
}

/* An object without new pages; NULL: there is none. Interrupts off. */
static void *cpu_refill(struct kmem_cache *cache, int node)
{
	struct kmem_cache_cpu *c = this_cpu_ptr(cache->cpu);
	void *object;

	/* Whatever changes below, and even if nothing does. */
	c->top.tid++;
	if (c->slab && !slab_fits_node(c->slab, node))
		cpu_release(cache, c);
	if (!c->top.freelist)
		cpu_take_from_own(cache, c, node);
	if (!c->top.freelist)
		cpu_take_from_nodes(cache, c, node);
	object = c->top.freelist;
	if (object) {
		c->top.freelist = slab_next(cache, object);
		slab_unlink(cache, object);
	}
	return object;
}

/* The same out of a new slab. What the CPU has got in the meantime goes to its node. */
static void *cpu_refill_new(struct kmem_cache *cache, struct slab *slab)
{
	struct kmem_cache_cpu *c = this_cpu_ptr(cache->cpu);

	cpu_release(cache, c);
	c->slab = slab;
	c->top.freelist = slab_take_all(slab);
	return cpu_refill(cache, NUMA_NO_NODE);
}

void *slab_alloc_slow(struct kmem_cache *cache, u32 gfp, int node)
{
	unsigned long flags;
	struct slab *slab;
	void *object;

	if (!cache->alive) {
		slab_error(SLAB_ERROR_DESTROYED, cache, NULL);
		return NULL;
	}
	local_irq_save(flags);
	object = cpu_refill(cache, node);
	local_irq_restore(flags);
	if (object)
		return object;
	slab = slab_new(cache, gfp, node);
	if (!slab) {
		slab_refused();
		return NULL;
	}
	local_irq_save(flags);
	object = cpu_refill_new(cache, slab);
	local_irq_restore(flags);
	return object;
}

/* A slab that this CPU has just frozen. Too many: those before it go to their nodes. */
static void cpu_add_partial(struct kmem_cache *cache, struct slab *slab)
{
	struct slab *excess = NULL;
	struct kmem_cache_cpu *c;
	unsigned long flags;

	local_irq_save(flags);
	c = this_cpu_ptr(cache->cpu);
	if (c->nr_partial >= cache->cpu_partial_max) {
		excess = c->partial;
		c->partial = NULL;
		c->nr_partial = 0;
	}
	slab->next = c->partial;
	c->partial = slab;
	c->nr_partial++;
	local_irq_restore(flags);
	slab_thaw_partial(cache, excess);
}

void slab_free_slow(struct kmem_cache *cache, struct slab *slab, void *object)
{
	if (slab_push(cache, slab, object))
		cpu_add_partial(cache, slab);
}
