// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab_cache - caches made and destroyed; the only file that knows how sizes become slabs.
 *
 * The structures lie in a table for good, so that a pointer to a destroyed cache can be recognised:
 * such a cache has a list for each CPU that is always empty, and the slow path looks whether the
 * cache lives. The table's entries are taken in turn, so that this holds as long as it can.
 */
#include <core/smp.h>
#include <lib/errno.h>

#include "slab_impl.h"

#define WORD	     8u
#define LINE_BYTES   64u
#define OBJECTS_AIM  16u /* in a slab */
#define WASTE_SHARE  16u /* of a slab, at most, if any order allows it */
#define NODE_MIN_LOW 5u
#define NODE_MIN_TOP 10u

struct kmem_cache slab_caches[SLAB_CACHES_MAX];
DEFINE_PER_CPU(struct kmem_cache_cpu, slab_cpu_none);

static struct spinlock table_lock; /* which entries are taken, and the turn */
static u32 table_turn;
static bool table_taken[SLAB_CACHES_MAX];

static struct kmem_cache *table_take(void)
{
	struct kmem_cache *cache = NULL;
	unsigned long flags;

	spin_lock_irqsave(&table_lock, flags);
	for (u32 i = 0; i < SLAB_CACHES_MAX && !cache; i++) {
		u32 at = table_turn++ % SLAB_CACHES_MAX;

		if (!table_taken[at]) {
			table_taken[at] = true;
			cache = &slab_caches[at];
		}
	}
	spin_unlock_irqrestore(&table_lock, flags);
	return cache;
}

static void table_give(const struct kmem_cache *cache)
{
	unsigned long flags;

	spin_lock_irqsave(&table_lock, flags);
	table_taken[cache - slab_caches] = false;
	spin_unlock_irqrestore(&table_lock, flags);
}

/* As Linux aligns to lines: small objects share one, but none lies in two that could lie in one. */
static u32 choose_align(u32 size, u32 align, u32 flags)
{
	u32 line = LINE_BYTES;

	if (flags & SLAB_HWCACHE_ALIGN) {
		while (size <= line / 2)
			line /= 2;
		align = align > line ? align : line;
	}
	return align > WORD ? align : WORD;
}

/* The smallest slab that holds enough objects and wastes little; enough is less if none does. */
static u32 choose_order(u32 size)
{
	for (u32 enough = OBJECTS_AIM; enough; enough /= 2) {
		for (u32 order = 0; order <= SLAB_ORDER_MAX; order++) {
			u64 bytes = PAGE_SIZE << order;

			if (bytes / size >= enough && bytes % size <= bytes / WASTE_SHARE)
				return order;
		}
	}
	return SLAB_ORDER_MAX;
}

/* Free objects that a CPU keeps in partial slabs: Linux's steps. A slab counts as half free. */
static u32 choose_cpu_partial(u32 size, u32 objects)
{
	u32 keep = size >= PAGE_SIZE ? 6 : size >= 1024 ? 24 : size >= 256 ? 52 : 120;

	return (keep * 2 + objects - 1) / objects;
}

static u32 choose_node_partial(u32 size)
{
	u32 half_log = (31 - (u32)__builtin_clz(size)) / 2;

	return half_log < NODE_MIN_LOW	 ? NODE_MIN_LOW
	       : half_log > NODE_MIN_TOP ? NODE_MIN_TOP
					 : half_log;
}

/* Of an odd number modulo 2^32: five right bits to begin with, each step doubles them. */
static u32 odd_inverse(u32 odd)
{
	u32 inverse = odd * 3 ^ 2;

	for (u32 i = 0; i < 3; i++)
		inverse *= 2 - odd * inverse;
	return inverse;
}

static void cache_fill(struct kmem_cache *cache, const char *name, u32 object_size, u32 align,
		       u32 flags)
{
	u32 size = (u32)align_up(object_size, choose_align(object_size, align, flags));

	cache->name = name;
	cache->flags = flags;
	cache->object_size = object_size;
	cache->size = size;
	cache->order = (u8)choose_order(size);
	cache->objects = (u16)((PAGE_SIZE << cache->order) / size);
	cache->link_offset = (u32)align_down(object_size / 2, WORD);
	cache->index_shift = (u32)__builtin_ctz(size);
	cache->index_inverse = odd_inverse(size >> cache->index_shift);
	cache->cpu_partial_max = choose_cpu_partial(size, cache->objects);
	cache->node_partial_min = choose_node_partial(size);
	/*
	 * Not secret from anybody here; only unlike what is found in memory. The same in every
	 * boot.
	 */
	cache->secret =
		((u64)(cache - slab_caches + 1) * 0x9e3779b97f4a7c15ull & SLAB_SECRET_MASK) |
		SLAB_SECRET_BITS;
	cache->nr_slabs = 0;
	for (u32 i = 0; i < NODES_MAX; i++) {
		cache->node[i] = (struct slab_node){ 0 };
		list_init(&cache->node[i].partial);
	}
}

static bool sizes_are_sane(size_t size, size_t align)
{
	return size && size <= SLAB_SIZE_MAX && align <= SLAB_ALIGN_MAX && !(align & (align - 1));
}

struct kmem_cache *kmem_cache_create(const char *name, size_t size, size_t align, u32 flags)
{
	struct kmem_cache_cpu *cpu;
	struct kmem_cache *cache;

	if (!name || !sizes_are_sane(size, align)) {
		slab_error(SLAB_ERROR_SIZE, NULL, NULL);
		return NULL;
	}
	if (!arch_percpu_has_cmpxchg_double())
		return NULL;
	cpu = alloc_percpu(sizeof(*cpu), __alignof__(*cpu));
	if (!cpu)
		return NULL;
	cache = table_take();
	if (!cache) {
		free_percpu(cpu);
		return NULL;
	}
	cache_fill(cache, name, (u32)size, (u32)align, flags);
	cache->cpu = cpu;
	WRITE_ONCE(cache->alive, true);
	return cache;
}

bool slab_cache_is_alive(const struct kmem_cache *cache)
{
	u64 at = (u64)cache - (u64)slab_caches;

	return at < sizeof(slab_caches) && at % sizeof(*cache) == 0 && cache->alive;
}

void kmem_cache_shrink(struct kmem_cache *cache)
{
	if (!slab_cache_is_alive(cache)) {
		slab_error(SLAB_ERROR_DESTROYED, NULL, NULL);
		return;
	}
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu))
			slab_flush_cpu(cache, per_cpu_ptr(cache->cpu, cpu));
	slab_flush_nodes(cache);
}

int kmem_cache_destroy(struct kmem_cache *cache)
{
	struct kmem_cache_cpu *cpu;

	if (!cache)
		return 0;
	if (!slab_cache_is_alive(cache)) {
		slab_error(SLAB_ERROR_DESTROYED, NULL, NULL);
		return -EINVAL;
	}
	kmem_cache_shrink(cache);
	if (cache->nr_slabs) {
		slab_error(SLAB_ERROR_LEAK, cache, NULL);
		return -EBUSY;
	}
	cpu = cache->cpu;
	cache->alive = false;
	cache->cpu = &slab_cpu_none;
	free_percpu(cpu);
	table_give(cache);
	return 0;
}
