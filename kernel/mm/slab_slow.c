// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_slow - what happens when this CPU's list is empty, or an object is freed that is not of the
 * slab that this CPU allocates from.
 *
 * A CPU's own structure is changed here with interrupts off, and its transaction id goes up before:
 * a fast path that was interrupted begins anew. Its partial slabs and its free objects are nobody
 * else's. A free by another CPU changes slab->state alone, without a lock, except when it makes a
 * slab on a node's list wholly free: then the list's lock is taken first, so that who removes the
 * slab is sure that it is on the list.
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

/* A node's slabs. Its lock is held, interrupts are off. */
static void node_add(struct slab_node *node, struct slab *slab)
{
	list_add_before(&slab->node_list, node->partial.next);
	node->nr_partial++;
}

static void node_remove(struct slab_node *node, struct slab *slab)
{
	list_remove(&slab->node_list);
	node->nr_partial--;
}

/* A list of free objects that goes back to its slab as a whole. */
struct chain {
	void *first, *last;
	u32 nr;
};

static struct chain chain_of(const struct kmem_cache *cache, void *first)
{
	struct chain chain = { .first = first };

	for (void *object = first; object; object = slab_next(cache, object)) {
		chain.last = object;
		chain.nr++;
	}
	return chain;
}

/* Put @chain on the slab's list and give the slab up. Returns the new state. */
static u64 slab_thaw_state(struct kmem_cache *cache, struct slab *slab, const struct chain *chain)
{
	u64 found = READ_ONCE(slab->state), next;

	do {
		next = found & ~STATE_FROZEN;
		if (chain->nr) {
			slab_link(cache, chain->last, slab_first(slab, found));
			next &= ~STATE_FIRST_MASK;
			next |= slab_first_bits(slab, chain->first);
			next -= chain->nr * STATE_INUSE_ONE;
		}
	} while (!slab_exchange(slab, &found, next));
	return next;
}

/*
 * This CPU gives up @slab, whose objects from @first on are on no list but the CPU's. Under the
 * node's lock: a free that follows the exchange finds the slab on the list.
 */
static void slab_thaw(struct kmem_cache *cache, struct slab *slab, void *first)
{
	struct slab_node *node = &cache->node[slab->node];
	struct chain chain = chain_of(cache, first);
	bool discard = false;
	unsigned long flags;
	u64 state;

	spin_lock_irqsave(&node->lock, flags);
	state = slab_thaw_state(cache, slab, &chain);
	if (!state_in_use(state) && node->nr_partial >= cache->node_partial_min)
		discard = true;
	else if (state & STATE_FIRST_MASK)
		node_add(node, slab);
	spin_unlock_irqrestore(&node->lock, flags);
	if (discard)
		slab_discard(slab);
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

static struct slab *node_first_free(struct slab_node *node)
{
	for (struct list_node *n = node->partial.next; n != &node->partial; n = n->next) {
		struct slab *slab = container_of(n, struct slab, node_list);

		if (!state_in_use(READ_ONCE(slab->state)))
			return slab;
	}
	return NULL;
}

void slab_flush_nodes(struct kmem_cache *cache)
{
	for (u32 i = 0; i < NODES_MAX; i++) {
		struct slab_node *node = &cache->node[i];
		struct slab *slab;
		unsigned long flags;

		do {
			spin_lock_irqsave(&node->lock, flags);
			slab = node_first_free(node);
			if (slab)
				node_remove(node, slab);
			spin_unlock_irqrestore(&node->lock, flags);
			if (slab)
				slab_discard(slab);
		} while (slab);
	}
}

/* A partial slab becomes this CPU's and its objects are the CPU's list. Interrupts off. */
static void cpu_take_from_node(struct kmem_cache_cpu *c, struct slab_node *node)
{
	unsigned long flags;
	struct slab *slab;
	u64 found;

	if (!READ_ONCE(node->nr_partial))
		return;
	spin_lock_irqsave(&node->lock, flags);
	if (node->nr_partial) {
		slab = container_of(node->partial.next, struct slab, node_list);
		node_remove(node, slab);
		found = READ_ONCE(slab->state);
		/* Frozen and emptied in one step: frees go on meanwhile. */
		while (!slab_exchange(slab, &found,
				      STATE_FROZEN | (u64)slab->objects << STATE_INUSE_SHIFT))
			;
		c->slab = slab;
		c->top.freelist = slab_first(slab, found);
	}
	spin_unlock_irqrestore(&node->lock, flags);
}

static void cpu_take_from_nodes(struct kmem_cache *cache, struct kmem_cache_cpu *c, int node)
{
	for (u32 i = 0; i < NODES_MAX && !c->top.freelist; i++)
		if (node == NUMA_NO_NODE || (u32)node == i)
			cpu_take_from_node(c, &cache->node[i]);
}

/* What others have freed into this CPU's slab; else the next of its partial ones. Interrupts off. */
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
	if (!slab)
		return NULL;
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

/* The state with one more object, @first, on the slab's list. A full slab becomes this CPU's. */
static u64 state_with(const struct slab *slab, u64 state, const void *first)
{
	u64 next = (state & ~STATE_FIRST_MASK) - STATE_INUSE_ONE;

	if (!(state & (STATE_FROZEN | STATE_FIRST_MASK)))
		next |= STATE_FROZEN;
	return next | slab_first_bits(slab, first);
}

/* Is a slab on its node's list now that had users before? */
static bool state_is_idle(u64 next)
{
	return !(next & STATE_FROZEN) && !state_in_use(next);
}

/*
 * False: the slab would be wholly free, on its node's list, and @locked is not. Otherwise the object
 * is on the slab's list, and *found and *next are the states before and after.
 */
static bool slab_push(struct kmem_cache *cache, struct slab *slab, void *object, bool locked,
		      u64 *found, u64 *next)
{
	*found = READ_ONCE(slab->state);
	do {
		slab_link(cache, object, slab_first(slab, *found));
		*next = state_with(slab, *found, object);
		if (state_is_idle(*next) && !locked)
			return false;
	} while (!slab_exchange(slab, found, *next));
	return true;
}

static void slab_push_last(struct kmem_cache *cache, struct slab *slab, void *object, u64 *found,
			   u64 *next)
{
	struct slab_node *node = &cache->node[slab->node];
	bool discard = false;
	unsigned long flags;

	spin_lock_irqsave(&node->lock, flags);
	slab_push(cache, slab, object, true, found, next);
	if (state_is_idle(*next) && node->nr_partial > cache->node_partial_min) {
		node_remove(node, slab);
		discard = true;
	}
	spin_unlock_irqrestore(&node->lock, flags);
	if (discard)
		slab_discard(slab);
}

void slab_free_slow(struct kmem_cache *cache, struct slab *slab, void *object)
{
	u64 found, next;

	if (!slab_push(cache, slab, object, false, &found, &next))
		slab_push_last(cache, slab, object, &found, &next);
	if (!(found & STATE_FROZEN) && next & STATE_FROZEN)
		cpu_add_partial(cache, slab);
}
