// SPDX-License-Identifier: GPL-2.0-only
/*
 * objcg - life of an object cgroup. References: one while its group is online, one for each live
 * object, one for each stock that caches it. The last put may come from inside a stock's section:
 * release then uncharges pages through the page stock, which nests, as these variants do.
 *
 * Owners change under memcg_lock; nr_charged_bytes is a multiple of a page when nobody is left.
 */
#include <memcg/objcg.h>

#include <core/page_alloc.h>
#include <memcg/page_stock.h>

static_assert(sizeof(struct obj_cgroup) <= PAGE_SIZE, "an object cgroup has one page");

void obj_cgroup_forget(struct obj_cgroup *objcg)
{
	unsigned long flags;

	spin_lock_irqsave(&memcg_lock, flags);
	list_remove(&objcg->all);
	spin_unlock_irqrestore(&memcg_lock, flags);
	percpu_ref_exit(&objcg->refcnt);
	page_free(virt_to_phys(objcg), 0);
}

/* A grace period after the release: no remote look at a stock can still see it. */
static void objcg_free_rcu(struct rcu_head *rcu)
{
	struct obj_cgroup *objcg = container_of(rcu, struct obj_cgroup, rcu);

	/* Release: the end of the callback's use of it. Pairs with memcg_world_destroy(). */
	__atomic_store_n(&objcg->released, true, __ATOMIC_RELEASE);
}

static void obj_cgroup_release(struct percpu_ref *ref)
{
	struct obj_cgroup *objcg = container_of(ref, struct obj_cgroup, refcnt);
	u32 bytes = (u32)READ_ONCE(objcg->nr_charged_bytes);
	unsigned long flags;

	if (bytes % PAGE_SIZE)
		__atomic_fetch_add(&memcg_world.releases_uneven, 1, __ATOMIC_RELAXED);
	if (bytes / PAGE_SIZE)
		obj_cgroup_uncharge_pages(objcg, (u32)(bytes / PAGE_SIZE));
	WRITE_ONCE(objcg->nr_charged_bytes, 0);
	spin_lock_irqsave(&memcg_lock, flags);
	list_remove(&objcg->list);
	spin_unlock_irqrestore(&memcg_lock, flags);
	call_rcu(&objcg->rcu, objcg_free_rcu);
}

struct obj_cgroup *obj_cgroup_create(struct mem_cgroup *memcg)
{
	u64 phys = page_alloc_zeroed(0);
	struct obj_cgroup *objcg;
	unsigned long flags;

	if (!phys)
		return NULL;
	objcg = phys_to_virt(phys);
	if (percpu_ref_init(&objcg->refcnt, obj_cgroup_release)) {
		page_free(phys, 0);
		return NULL;
	}
	objcg->memcg = memcg;
	spin_lock_irqsave(&memcg_lock, flags);
	list_add_before(&objcg->list, &memcg->objcgs);
	list_add_before(&objcg->all, &memcg_world.objcgs);
	/*
	 * Release: it is whole for whoever finds it. Pairs with the dependency on the pointer that
	 * get_obj_cgroup_from_current() reads.
	 */
	if (!memcg->objcg)
		__atomic_store_n(&memcg->objcg, objcg, __ATOMIC_RELEASE);
	spin_unlock_irqrestore(&memcg_lock, flags);
	return objcg;
}

/* The next object cgroup of @memcg has a new owner; NULL when there was none left. */
static struct obj_cgroup *reparent_one(struct mem_cgroup *memcg, struct mem_cgroup *parent)
{
	struct obj_cgroup *objcg = NULL;
	unsigned long flags;

	spin_lock_irqsave(&memcg_lock, flags);
	if (!list_empty(&memcg->objcgs)) {
		objcg = container_of(memcg->objcgs.next, struct obj_cgroup, list);
		WRITE_ONCE(objcg->memcg, parent);
		list_remove(&objcg->list);
		list_add_before(&objcg->list, &parent->objcgs);
	}
	spin_unlock_irqrestore(&memcg_lock, flags);
	return objcg;
}

void memcg_reparent_objcgs(struct mem_cgroup *memcg)
{
	struct obj_cgroup *objcg;

	WRITE_ONCE(memcg->objcg, NULL);
	/*
	 * An inherited one may be released as soon as the lock is dropped; under RCU it is still
	 * there to be asked whether it is dying.
	 */
	rcu_read_lock();
	while ((objcg = reparent_one(memcg, memcg->parent))) {
		if (!percpu_ref_is_dying(&objcg->refcnt))
			percpu_ref_kill(&objcg->refcnt);
	}
	rcu_read_unlock();
}

struct mem_cgroup *get_mem_cgroup_from_objcg(struct obj_cgroup *objcg)
{
	struct mem_cgroup *memcg;

	rcu_read_lock();
	do {
		memcg = obj_cgroup_memcg(objcg);
	} while (unlikely(!css_tryget(memcg)));
	rcu_read_unlock();
	return memcg;
}

/* Up to v5.15 kmem can refuse: no-fail requests are charged all the same, others undone. */
static int kmem_charge(struct mem_cgroup *memcg, u32 gfp, u32 nr_pages)
{
	struct page_counter *refused;

	if (likely(page_counter_try_charge(&memcg->kmem, nr_pages, &refused)))
		return 0;
	if (gfp & __GFP_NOFAIL) {
		page_counter_charge(&memcg->kmem, nr_pages);
		return 0;
	}
	page_counter_uncharge(&memcg->memory, nr_pages);
	return -ENOMEM;
}

int obj_cgroup_charge_pages(struct obj_cgroup *objcg, u32 gfp, u32 nr_pages)
{
	struct mem_cgroup *memcg = get_mem_cgroup_from_objcg(objcg);
	int err = try_charge_memcg(memcg, gfp, nr_pages);

	if (!err && memcg_on_v1() && !mem_cgroup_is_root(memcg))
		err = kmem_charge(memcg, gfp, nr_pages);
	css_put(memcg);
	return err;
}

void obj_cgroup_uncharge_pages(struct obj_cgroup *objcg, u32 nr_pages)
{
	struct mem_cgroup *memcg = get_mem_cgroup_from_objcg(objcg);

	if (memcg_on_v1() && !mem_cgroup_is_root(memcg))
		page_counter_uncharge(&memcg->kmem, nr_pages);
	refill_stock(memcg, nr_pages);
	css_put(memcg);
}
