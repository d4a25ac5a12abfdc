/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * subject - one variant of the memcg stock x one preemption model: its own slab, controller and
 * per-CPU stocks, compiled into one object whose symbols are its own (mk/subject.mk).
 *
 * What is outside reaches a subject through this structure. Nothing measured goes through it:
 * measured loops are inside and call by name. A subject's functions must run with its model active
 * (preempt_model_set()).
 */
#ifndef SUBJECT_SUBJECT_H
#define SUBJECT_SUBJECT_H

#include <core/model.h>
#include <memcg/current.h>
#include <memcg/ops.h>
#include <mm/kmalloc.h>
#include <mm/slab_check.h>
#include <mm/slab_error.h>
#include <mm/slab_owned.h>

/* The slab of a subject; see the functions of these names in <mm/slab.h> and <mm/kmalloc.h>. */
struct slab_ops {
	int (*kmalloc_init)(void);
	int (*kmalloc_exit)(void);
	void *(*kmalloc)(size_t size, u32 gfp);
	void (*kfree)(const void *object);
	struct kmem_cache *(*cache_create)(const char *name, size_t size, size_t align, u32 flags);
	int (*cache_destroy)(struct kmem_cache *cache);
	void (*cache_shrink)(struct kmem_cache *cache);
	void *(*cache_alloc)(struct kmem_cache *cache, u32 gfp);
	void *(*cache_alloc_node)(struct kmem_cache *cache, u32 gfp, int node);
	void (*cache_free)(struct kmem_cache *cache, void *object);
	u32 (*check)(void);
	u64 (*error_count)(enum slab_error kind);
	u64 (*refusals)(void);
	void (*set_error_hook)(slab_error_hook *hook);
	u64 (*report_leaks)(void);
};

struct subject {
	const char *name; /* of its object, as mk/subject.mk has it, with _ for - */
	const struct variant *variant;
	enum preempt_model model;
	bool counting;
	bool broken; /* has a known fault: for tests only */
	const struct memcg_ops *memcg;
	const struct slab_ops *slab;
	/* Who pays on @cpu: see <memcg/current.h>. Set by that CPU, or at quiescence. */
	struct memcg_current *(*current_on)(u32 cpu);
	/*
	 * Object accounting on or off, as static_key_set() says; at quiescence. -EBUSY: objects
	 * that are charged are alive, and their free would not be accounted any more.
	 */
	int (*set_accounting)(bool on);
	/*
	 * Objects of this size have been or will be in this world: a bound of I5, which check()
	 * knows by itself only of objects that are still there.
	 */
	void (*note_size)(u32 size);
	/* memcg->check() for objects out of this subject's slab: it recounts them. */
	bool (*check)(struct memcg_verdict *verdict);
};

/* Every subject of this image. */
extern const struct subject *const __subjects_start[], *const __subjects_end[];

#define for_each_subject(s)                                              \
	for (const struct subject *const *s##_at = __subjects_start, *s; \
	     s##_at < __subjects_end && (s = *s##_at, true); s##_at++)

#endif
