// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_node - slabs on their way between a CPU and their node's list; and frees into slabs that are
 * not the freeing CPU's.
 *
 * A free changes slab->state alone, without a lock, unless it makes a slab on its node's list
 * wholly free: then the list's lock is taken first. A CPU gives a slab up, and puts it on the list,
 * inside of one section of that lock. So who holds the lock and finds a slab not frozen and partly
 * free knows that it is on the list.
 */
#include "slab_impl.h"

/* Its lock is held, interrupts are off. */
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

/* Under the node's lock: a free that follows the exchange finds the slab on the list. */
void slab_thaw(struct kmem_cache *cache, struct slab *slab, void *first)
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

void slab_take_from_node(struct kmem_cache_cpu *c, struct slab_node *node)
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
 * False: the slab would be wholly free, on its node's list, and @locked is not. Otherwise the
 * object is on the slab's list, and *found and *next are the states before and after.
 */
static bool push_unless_last(struct kmem_cache *cache, struct slab *slab, void *object, bool locked,
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

static void push_last(struct kmem_cache *cache, struct slab *slab, void *object, u64 *found,
		      u64 *next)
{
	struct slab_node *node = &cache->node[slab->node];
	bool discard = false;
	unsigned long flags;

	spin_lock_irqsave(&node->lock, flags);
	push_unless_last(cache, slab, object, true, found, next);
	if (state_is_idle(*next) && node->nr_partial > cache->node_partial_min) {
		node_remove(node, slab);
		discard = true;
	}
	spin_unlock_irqrestore(&node->lock, flags);
	if (discard)
		slab_discard(slab);
}

bool slab_push(struct kmem_cache *cache, struct slab *slab, void *object)
{
	u64 found, next;

	if (!push_unless_last(cache, slab, object, false, &found, &next))
		push_last(cache, slab, object, &found, &next);
	return !(found & STATE_FROZEN) && next & STATE_FROZEN;
}
