// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_check - every slab is found by its pages' descriptors, whatever list it is on or not on;
 * each list is walked and leaves its mark on its slabs; then every slab's mark is compared with its
 * state, and its free objects are counted.
 *
 * Runs at quiescence and writes nothing but slab->place.
 */
#include <mm/slab_check.h>

#include <core/printk.h>
#include <core/smp.h>
#include <lib/string.h>

#include "slab_impl.h"

#define FAULTS_SHOWN 8

enum place {
	PLACE_NOWHERE,
	PLACE_CPU,	   /* a CPU allocates from it */
	PLACE_CPU_PARTIAL, /* on a CPU's list */
	PLACE_NODE,	   /* on its node's list */
};

struct walk {
	struct kmem_cache *cache; /* whose slabs count */
	struct slab_census census;
};

static u32 nr_faults;
static u64 seen[SLAB_OBJECTS_MAX / 64]; /* objects of one slab that are on a list */

static void fault(const struct kmem_cache *cache, const void *at, const char *what)
{
	if (nr_faults++ < FAULTS_SHOWN)
		printk("error: slab_check: %s: %p: %s", cache->name, at, what);
}

/* @slab as found on a list, which may lead anywhere. True: it is one of @cache and new there. */
static bool place_set(struct kmem_cache *cache, struct slab *slab, enum place place)
{
	if (slab_of((void *)slab->base) != slab || slab->cache != cache) {
		fault(cache, slab, "a list has a slab of somebody else");
		return false;
	}
	if (slab->place) {
		fault(cache, slab, "a slab is in two places, or a list has no end");
		return false;
	}
	slab->place = place;
	return true;
}

static void place_cpu(struct kmem_cache *cache, const struct kmem_cache_cpu *c)
{
	u32 n = 0;

	if (c->slab)
		place_set(cache, c->slab, PLACE_CPU);
	else if (c->top.freelist)
		fault(cache, c->top.freelist, "a CPU has objects and no slab");
	for (struct slab *s = c->partial; s && place_set(cache, s, PLACE_CPU_PARTIAL); s = s->next)
		n++;
	if (n != c->nr_partial)
		fault(cache, c, "a CPU has not as many partial slabs as it counts");
}

static void place_node(struct kmem_cache *cache, const struct slab_node *node)
{
	u32 n = 0;

	for (struct list_node *at = node->partial.next; at != &node->partial; at = at->next, n++)
		if (!place_set(cache, container_of(at, struct slab, node_list), PLACE_NODE))
			break;
	if (n != node->nr_partial)
		fault(cache, node, "a node has not as many partial slabs as it counts");
}

/* The list from @object on: how many of this slab's objects, none of them seen before. */
static u32 list_walk(struct kmem_cache *cache, const struct slab *slab, const void *object)
{
	u32 n = 0;

	for (; object; object = slab_next(cache, object), n++) {
		u32 index = slab_index(cache, slab, object);

		if (slab_of(object) != slab || index >= slab->objects) {
			fault(cache, object, "a list of free objects leads out of its slab");
			return n;
		}
		if (seen[index / 64] >> index % 64 & 1) {
			fault(cache, object, "a free object is on a list twice");
			return n;
		}
		seen[index / 64] |= 1ull << index % 64;
	}
	return n;
}

static u32 cpu_list_walk(struct kmem_cache *cache, const struct slab *slab)
{
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu) && per_cpu_ptr(cache->cpu, cpu)->slab == slab)
			return list_walk(cache, slab, per_cpu_ptr(cache->cpu, cpu)->top.freelist);
	return 0;
}

static void check_place(struct kmem_cache *cache, const struct slab *slab)
{
	bool frozen = slab->state & STATE_FROZEN, has_free = slab->state & STATE_FIRST_MASK;

	if (frozen != (slab->place == PLACE_CPU || slab->place == PLACE_CPU_PARTIAL))
		fault(cache, slab, "frozen and no CPU's, or a CPU's and not frozen");
	if (slab->place == PLACE_NODE && !has_free)
		fault(cache, slab, "full and on its node's list");
	if (slab->place == PLACE_NOWHERE && has_free)
		fault(cache, slab, "it has free objects and nobody finds them");
}

static void check_owners(struct kmem_cache *cache, const struct slab *slab)
{
	for (u32 i = 0; slab->owners && i < slab->objects; i++)
		if (slab->owners[i] && seen[i / 64] >> i % 64 & 1)
			fault(cache, slab, "a free object has an owner");
}

static void check_slab(struct slab *slab, struct slab_census *census)
{
	struct kmem_cache *cache = slab->cache;
	u32 on_slab, on_cpu;

	memset(seen, 0, sizeof(seen));
	on_slab = list_walk(cache, slab, slab_first(slab, slab->state));
	on_cpu = cpu_list_walk(cache, slab);
	if (on_slab + state_in_use(slab->state) != slab->objects)
		fault(cache, slab, "it counts not what is in use");
	check_place(cache, slab);
	check_owners(cache, slab);
	census->slabs++;
	census->objects += slab->objects;
	census->in_use += slab->objects - on_slab - on_cpu;
	census->vectors += slab->owners != NULL;
}

static bool slab_is_of(const struct page *page, const struct kmem_cache *cache)
{
	return page->head == page && ((const struct slab *)page)->cache == cache;
}

static void page_clear(struct page *page, void *arg)
{
	const struct walk *walk = arg;

	if (slab_is_of(page, walk->cache))
		((struct slab *)page)->place = PLACE_NOWHERE;
}

static void page_check(struct page *page, void *arg)
{
	struct walk *walk = arg;

	if (slab_is_of(page, walk->cache))
		check_slab((struct slab *)page, &walk->census);
}

struct slab_census slab_census(struct kmem_cache *cache)
{
	struct walk walk = { .cache = cache };

	page_for_each_block(page_clear, &walk);
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu))
			place_cpu(cache, per_cpu_ptr(cache->cpu, cpu));
	for (u32 i = 0; i < NODES_MAX; i++)
		place_node(cache, &cache->node[i]);
	page_for_each_block(page_check, &walk);
	if (walk.census.slabs != cache->nr_slabs)
		fault(cache, NULL, "it counts not the slabs that it has");
	return walk.census;
}

u32 slab_check_cache(struct kmem_cache *cache)
{
	nr_faults = 0;
	slab_census(cache);
	return nr_faults;
}

u32 slab_check(void)
{
	nr_faults = 0;
	for (u32 i = 0; i < SLAB_CACHES_MAX; i++)
		if (slab_caches[i].alive)
			slab_census(&slab_caches[i]);
	return nr_faults;
}

u64 slab_report_leaks(void)
{
	u64 all = 0;

	for (u32 i = 0; i < SLAB_CACHES_MAX; i++) {
		struct kmem_cache *cache = &slab_caches[i];
		u64 in_use = cache->alive ? slab_census(cache).in_use : 0;

		if (in_use)
			printk("slab: %s: %llu objects of %u bytes in use", cache->name,
			       (unsigned long long)in_use, cache->object_size);
		all += in_use;
	}
	return all;
}
