// SPDX-License-Identifier: GPL-2.0-only
/*
 * subject - what this subject is, and its functions as tables. Compiled once for each subject.
 */
#include <subject/subject.h>

#include <core/percpu.h>
#include <lib/errno.h>
#include <memcg/slab_hooks.h>

static void live_add(struct obj_cgroup *owner, u32 size, u32 node, bool reclaimable, void *arg)
{
	u64 *size_max = arg;

	*size_max = max_u64(*size_max, obj_full_size(size));
	memcg_live_add(owner, node, reclaimable ? NR_SLAB_RECLAIMABLE_B : NR_SLAB_UNRECLAIMABLE_B,
		       obj_full_size(size), 1);
}

static void live_add_pages(struct obj_cgroup *owner, u32 nr_pages, void *arg)
{
	(void)arg;
	memcg_live_add_pages(owner, nr_pages);
}

/* The owner vectors say who has what; that no slab lies about its objects is slab_check()'s. */
static bool subject_check(struct memcg_verdict *verdict)
{
	memcg_live_reset();
	slab_for_each_owned(live_add, live_add_pages, &memcg_world.size_max);
	return memcg_check(verdict);
}

static void subject_note_size(u32 size)
{
	memcg_world.size_max = max_u64(memcg_world.size_max, obj_full_size(size));
}

static struct memcg_current *subject_current_on(u32 cpu)
{
	return &per_cpu(memcg_current, cpu);
}

static void count_owned(struct obj_cgroup *owner, u32 size, u32 node, bool reclaimable, void *arg)
{
	(void)owner, (void)size, (void)node, (void)reclaimable;
	++*(u32 *)arg;
}

static void count_owned_pages(struct obj_cgroup *owner, u32 nr_pages, void *arg)
{
	(void)owner, (void)nr_pages;
	++*(u32 *)arg;
}

static int subject_set_accounting(bool on)
{
	u32 owned = 0;

	if (!on)
		slab_for_each_owned(count_owned, count_owned_pages, &owned);
	return owned ? -EBUSY : static_key_set(&memcg_kmem_enabled_key, on);
}

static void *subject_kmalloc(size_t size, u32 gfp)
{
	return kmalloc_sized(size, gfp);
}

static const struct slab_ops slab_ops = {
	.kmalloc_init = kmalloc_init,
	.kmalloc_exit = kmalloc_exit,
	.kmalloc = subject_kmalloc,
	.kfree = kfree,
	.cache_create = kmem_cache_create,
	.cache_destroy = kmem_cache_destroy,
	.cache_shrink = kmem_cache_shrink,
	.cache_alloc = kmem_cache_alloc,
	.cache_alloc_node = kmem_cache_alloc_node,
	.cache_free = kmem_cache_free,
	.check = slab_check,
	.error_count = slab_error_count,
	.refusals = slab_refusals,
	.set_error_hook = slab_error_set_hook,
	.report_leaks = slab_report_leaks,
};

#define SUBJECT_STRING_(word) #word
#define SUBJECT_STRING(word)  SUBJECT_STRING_(word)

static const struct subject subject = {
	.name = SUBJECT_STRING(SUBJECT),
	.variant = &V,
	.model = MODEL,
	.counting = COUNTING,
	.broken = BROKEN != BROKEN_NONE,
	.memcg = &memcg_ops,
	.slab = &slab_ops,
	.current_on = subject_current_on,
	.set_accounting = subject_set_accounting,
	.note_size = subject_note_size,
	.check = subject_check,
};

static const struct subject *const subject_entry __used __section(".subjects") = &subject;
