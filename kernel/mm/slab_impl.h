/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab_impl - the structures of the slab, shared by its files.
 *
 * A slab is a block of pages cut into objects. Who may touch what:
 *
 *   frozen    belongs to one CPU: the one that it allocates from (`slab`), and its partial ones.
 *	       That CPU alone takes its free objects, all at once.
 *   on a list of its node: is not frozen and has a free object. The node's lock protects the list.
 *   full      is not frozen and nowhere. The first free of an object freezes it for the CPU that
 *	       frees, by the same compare-and-exchange that puts the object on the slab's list: so
 *	       one CPU does.
 *
 * An object is in use, or on one list: the CPU's `top`, or the slab's own, which starts in `state`.
 * Objects on a CPU's list count as in use in `state`: nobody else has to know how that list
 * changes.
 */
#ifndef MM_SLAB_IMPL_H
#define MM_SLAB_IMPL_H

#include <core/page.h>
#include <core/percpu_alloc.h>
#include <core/preempt.h>
#include <core/spinlock.h>
#include <lib/list.h>
#include <mm/slab.h>
#include <mm/slab_error.h>

#define SLAB_ORDER_MAX	 3u
#define SLAB_BYTES_MAX	 (PAGE_SIZE << SLAB_ORDER_MAX)
#define SLAB_OBJECTS_MAX (SLAB_BYTES_MAX / 8)
#define SLAB_CACHES_MAX	 40u

struct obj_cgroup;

/*
 * The descriptor of a slab's first page; or, if `cache` is NULL, of a block of pages that kmalloc
 * gave out whole; its `state` is then the address of kmalloc_caches, since every allocator of the
 * image has such blocks. Written before an object of it is given out, but for state, list, next
 * and owners.
 */
struct slab {
	struct slab *head; /* itself */
	struct kmem_cache *cache;
	u64 state; /* see below; changed by compare-and-exchange, by anybody */
	union {
		struct list_node node_list; /* under the node's lock */
		struct slab *next;	    /* of a CPU's partial ones; by that CPU */
	};
	union {
		struct obj_cgroup **owners; /* NULL or one for each object; set once, by anybody */
		struct obj_cgroup *owner;   /* of a block that was given out whole, or NULL */
	};
	u64 base; /* address of the first object */
	u16 objects;
	u8 order;
	u8 node;
	u8 place; /* slab_check()'s */
};

static_assert(sizeof(struct slab) <= sizeof(struct page), "it lies in the descriptor");

/*
 * `state`: the first object of the slab's list as its distance from `base` in words, plus 1 (0: the
 * list is empty); how many objects are not on that list; and whether a CPU has it.
 */
#define STATE_FIRST_MASK  0xffffull
#define STATE_INUSE_SHIFT 16
#define STATE_INUSE_ONE	  (1ull << STATE_INUSE_SHIFT)
#define STATE_INUSE_MASK  (0xffffull << STATE_INUSE_SHIFT)
#define STATE_FROZEN	  (1ull << 32)

static __always_inline u64 state_in_use(u64 state)
{
	return (state & STATE_INUSE_MASK) >> STATE_INUSE_SHIFT;
}

static __always_inline void *slab_first(const struct slab *slab, u64 state)
{
	u64 first = state & STATE_FIRST_MASK;

	return first ? (void *)(slab->base + (first - 1) * 8) : NULL;
}

static __always_inline u64 slab_first_bits(const struct slab *slab, const void *object)
{
	return object ? ((u64)object - slab->base) / 8 + 1 : 0;
}

/*
 * Acquire: whoever takes objects sees what was written into them before they were freed. Release:
 * the other half, and a slab's fields before it can be found. Partners: each other.
 */
static __always_inline bool slab_exchange(struct slab *slab, u64 *found, u64 state)
{
	return __atomic_compare_exchange_n(&slab->state, found, state, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

/*
 * Changed together, by this CPU only: `tid` goes up at every change, so a list that is again what
 * it was is known.
 */
struct slab_top {
	void *freelist;
	u64 tid;
} __aligned(16);

struct kmem_cache_cpu {
	struct slab_top top;
	struct slab *slab;    /* of the list; frozen. NULL: and the list is empty */
	struct slab *partial; /* frozen, each with a free object on its own list */
	u32 nr_partial;
};

struct slab_node {
	struct spinlock lock; /* interrupts off: frees come in them */
	u32 nr_partial;
	struct list_node partial;
};

/*
 * Written by kmem_cache_create() and _destroy() but for nodes, nr_slabs and what is per CPU.
 * Aligned to a line, so that its hot fields share one whichever entry of the table it is.
 */
struct kmem_cache {
	struct kmem_cache_cpu *cpu; /* per CPU; slab_cpu_none of a cache that is destroyed */
	u64 secret;		    /* mixed into the links of free objects */
	u32 size;		    /* from an object to the next */
	u32 object_size;	    /* what was asked for */
	u32 link_offset;	    /* in a free object */
	u32 index_inverse;	    /* see slab_index() */
	u32 index_shift;
	u32 flags;
	u16 objects; /* in a slab */
	u8 order;
	bool alive;
	u32 cpu_partial_max;  /* slabs that a CPU keeps */
	u32 node_partial_min; /* slabs that a node keeps even if they are free as a whole */
	u64 nr_slabs;	      /* atomic */
	const char *name;
	struct slab_node node[NODES_MAX];
} __aligned(64);

extern struct kmem_cache slab_caches[SLAB_CACHES_MAX];
DECLARE_PER_CPU(struct kmem_cache_cpu, slab_cpu_none);

static __always_inline struct slab *slab_of(const void *object)
{
	const struct page *page = page_of(object);

	return page ? (struct slab *)READ_ONCE(page->head) : NULL;
}

/*
 * Which object of the slab @object is; slab->objects or more: none begins there. Size is odd part
 * times 2^shift; times the odd part's inverse modulo 2^32, and rotated, a multiple becomes its
 * quotient, and everything else more than any quotient can be.
 */
static __always_inline u32 slab_index(const struct kmem_cache *cache, const struct slab *slab,
				      const void *object)
{
	u32 n = (u32)((u64)object - slab->base) * cache->index_inverse;
	u32 shift = cache->index_shift;

	return n >> shift | n << (-shift & 31);
}

/*
 * The word in a free object that leads to the next is mixed with the object's address and a secret,
 * whose upper bits make that of 0, and of any address, no address: so a word that leads into its
 * slab, or to the end of the list, was written by slab_link() and by nobody else. The object's
 * address and not the word's, and a plain access: so the word is addressed without an addition,
 * which must not stand before the exchange of the list (this_cpu_cmpxchg_double()).
 */
#define SLAB_SECRET_BITS 0x8000000000000000ull
#define SLAB_SECRET_MASK 0x3fffffffffffffffull

static __always_inline u64 *slab_link_word(const struct kmem_cache *cache, const void *object)
{
	return (u64 *)((u64)object + cache->link_offset);
}

static __always_inline void *slab_next(const struct kmem_cache *cache, const void *object)
{
	return (void *)(*slab_link_word(cache, object) ^ cache->secret ^ (u64)object);
}

static __always_inline void slab_link(const struct kmem_cache *cache, void *object,
				      const void *next)
{
	*slab_link_word(cache, object) = (u64)next ^ cache->secret ^ (u64)object;
}

/* The object is in use now. What slab_link() wrote must not stand there when it is freed. */
static __always_inline void slab_unlink(const struct kmem_cache *cache, void *object)
{
	WRITE_ONCE(*slab_link_word(cache, object), 0);
}

static __always_inline bool slab_is_free(const struct kmem_cache *cache, const struct slab *slab,
					 const void *object)
{
	u64 next = (u64)slab_next(cache, object);

	return !next || next - slab->base < SLAB_BYTES_MAX;
}

static __always_inline bool slab_fits_node(const struct slab *slab, int node)
{
	return node == NUMA_NO_NODE || slab->node == node;
}

/* slab_error.c: count one for slab_refusals(). */
void slab_refused(void);

/* slab_cache.c: any pointer at all may be asked about. */
bool slab_cache_is_alive(const struct kmem_cache *cache);

/* slab_slow.c. Interrupts as they are. */
void *slab_alloc_slow(struct kmem_cache *cache, u32 gfp, int node);
void slab_free_slow(struct kmem_cache *cache, struct slab *slab, void *object);

/*
 * Give @cpu's slabs back to the nodes. Nobody allocates or frees on that CPU, or interrupts are
 * off.
 */
void slab_flush_cpu(struct kmem_cache *cache, struct kmem_cache_cpu *c);

/* slab_node.c. The nodes' free slabs go to page_alloc. */
void slab_flush_nodes(struct kmem_cache *cache);

/* The caller's CPU gives up @slab, whose objects from @first on are on no list but the CPU's. */
void slab_thaw(struct kmem_cache *cache, struct slab *slab, void *first);

/* A partial slab, if there is one, becomes @c's, its objects @c's list. Interrupts off. */
void slab_take_from_node(struct kmem_cache_cpu *c, struct slab_node *node);

/*
 * @object goes to the slab's own list. True: the slab was full, and is frozen now for the caller,
 * whose CPU must take it.
 */
bool slab_push(struct kmem_cache *cache, struct slab *slab, void *object);

/* slab_block.c: slabs out of pages. A new one is frozen and all its objects are on its list. */
struct slab *slab_new(struct kmem_cache *cache, u32 gfp, int node);
void slab_discard(struct slab *slab);

/* All pages of @slab lead to @head: itself or NULL. */
void slab_set_heads(struct slab *slab, struct slab *head);

/* kmalloc.c: @object is in no slab; @slab is its block's descriptor, or NULL. */
void kfree_pages(struct slab *slab, const void *object);

/*
 * slab_owners.c: the slot of an object; @gfp is for the vector. NULL: there is none and none could
 * be had.
 */
struct obj_cgroup **slab_owner_slot(struct slab *slab, u32 index, u32 gfp);
void slab_owners_free(struct slab *slab);

#endif
