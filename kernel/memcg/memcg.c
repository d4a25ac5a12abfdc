// SPDX-License-Identifier: GPL-2.0-only
/*
 * memcg - groups come, go offline and disappear, and the world that they live in.
 *
 * References on a group (css): one while it is online, one of whoever created it, one of each
 * child, one of each page stock that caches it, one of each charge in flight. The last put frees it
 * after a grace period, since readers of objcg->memcg may still look at it.
 */
#include <memcg/memcg.h>

#include <core/page_alloc.h>
#include <core/percpu_alloc.h>
#include <lib/errno.h>
#include <memcg/obj_stock.h>
#include <memcg/objcg.h>
#include <memcg/page_stock.h>
#include <memcg/stat.h>

/* Grace periods until everything must have gone: a group's parent goes two after the group. */
#define DESTROY_WAITS_MAX 1000u

struct memcg_world memcg_world;
struct spinlock memcg_lock;
struct static_key memcg_kmem_enabled_key;
struct static_key memcg_on_v2_key;

static_assert(sizeof(struct mem_cgroup) <= PAGE_SIZE, "a group has one page");

static void memcg_free_memory(struct mem_cgroup *memcg)
{
	percpu_ref_exit(&memcg->css);
	stat_exit(memcg);
	page_free(virt_to_phys(memcg), 0);
}

/* A grace period after the last put. */
static void memcg_free_rcu(struct rcu_head *rcu)
{
	struct mem_cgroup *memcg = container_of(rcu, struct mem_cgroup, rcu);
	struct mem_cgroup *parent = memcg->parent;
	unsigned long flags;

	stat_depart(memcg);
	spin_lock_irqsave(&memcg_lock, flags);
	list_remove(&memcg->all);
	spin_unlock_irqrestore(&memcg_lock, flags);
	memcg_free_memory(memcg);
	if (parent)
		css_put(parent);
}

static void css_release(struct percpu_ref *ref)
{
	struct mem_cgroup *memcg = container_of(ref, struct mem_cgroup, css);

	call_rcu(&memcg->rcu, memcg_free_rcu);
}

/* The page is zeroed, so that memcg_free_memory() can undo whatever has been done so far. */
static int memcg_init(struct mem_cgroup *memcg)
{
	int err;

	memcg->css.percpu_count = PERCPU_REF_DEAD;
	err = percpu_ref_init(&memcg->css, css_release);
	if (!err)
		err = stat_init(memcg);
	return err;
}

static struct mem_cgroup *memcg_alloc(struct mem_cgroup *parent)
{
	u64 phys = page_alloc_zeroed(0);
	struct mem_cgroup *memcg;
	bool top = !parent || mem_cgroup_is_root(parent);

	if (!phys)
		return NULL;
	memcg = phys_to_virt(phys);
	if (memcg_init(memcg)) {
		memcg_free_memory(memcg);
		return NULL;
	}
	page_counter_init(&memcg->memory, top ? NULL : &parent->memory);
	page_counter_init(&memcg->kmem, top ? NULL : &parent->kmem);
	list_init(&memcg->objcgs);
	memcg->parent = parent;
	memcg->online = true;
	return memcg;
}

struct mem_cgroup *mem_cgroup_create(struct mem_cgroup *parent)
{
	struct mem_cgroup *memcg;
	unsigned long flags;
	bool below;

	if (!parent)
		parent = memcg_world.root;
	memcg = memcg_alloc(parent);
	if (!memcg)
		return NULL;
	css_get(memcg);
	spin_lock_irqsave(&memcg_lock, flags);
	below = !parent || parent->online;
	if (below)
		list_add_before(&memcg->all, &memcg_world.memcgs);
	if (below && parent)
		css_get(parent);
	spin_unlock_irqrestore(&memcg_lock, flags);
	if (below)
		return memcg;
	memcg_free_memory(memcg);
	return NULL;
}

/* memcg_lock is held. */
static bool memcg_has_online_child(const struct mem_cgroup *parent)
{
	struct list_node *at;
	bool found = false;

	list_for_each(at, &memcg_world.memcgs)
	{
		struct mem_cgroup *memcg = container_of(at, struct mem_cgroup, all);

		found |= memcg->parent == parent && memcg->online;
	}
	return found;
}

/* From here on nobody can be created below @memcg. */
static bool memcg_end_online(struct mem_cgroup *memcg)
{
	unsigned long flags;
	bool ended;

	spin_lock_irqsave(&memcg_lock, flags);
	ended = memcg->online && !memcg_has_online_child(memcg);
	if (ended)
		WRITE_ONCE(memcg->online, false);
	spin_unlock_irqrestore(&memcg_lock, flags);
	return ended;
}

int mem_cgroup_offline(struct mem_cgroup *memcg)
{
	if (!memcg_end_online(memcg))
		return -EBUSY;
	memcg_reparent_objcgs(memcg);
	drain_all_stock(memcg);
	percpu_ref_kill(&memcg->css);
	return 0;
}

int memcg_world_create(const struct memcg_config *config)
{
	int err;

	if (!config->nr_cpus || config->nr_cpus > CPUS_MAX || !config->nr_nodes ||
	    config->nr_nodes > MEMCG_NODES_MAX)
		return -EINVAL;
	if (memcg_world.root)
		return -EBUSY;
	err = static_key_set(&memcg_kmem_enabled_key, true);
	if (!err)
		err = static_key_set(&memcg_on_v2_key, !config->v1);
	if (err)
		return err;
	memcg_world = (struct memcg_world){ .config = *config };
	if (!memcg_world.config.batch)
		memcg_world.config.batch = V.batch;
	list_init(&memcg_world.memcgs);
	list_init(&memcg_world.objcgs);
	memcg_stock_init();
	memcg_world.root = mem_cgroup_create(NULL);
	return memcg_world.root ? 0 : -ENOMEM;
}

/* Children before parents, the root last; each gives up the creator's reference, too. */
static void world_offline_all(void)
{
	struct list_node *at = memcg_world.memcgs.prev;

	while (at != &memcg_world.memcgs) {
		struct mem_cgroup *memcg = container_of(at, struct mem_cgroup, all);

		at = at->prev;
		if (memcg->online && memcg->parent)
			mem_cgroup_offline(memcg);
		else if (memcg->online)
			percpu_ref_kill(&memcg->css);
		css_put(memcg);
	}
}

static void world_forget_objcgs(void)
{
	struct list_node *at = memcg_world.objcgs.next;

	while (at != &memcg_world.objcgs) {
		struct obj_cgroup *objcg = container_of(at, struct obj_cgroup, all);

		at = at->next;
		if (__atomic_load_n(&objcg->released, __ATOMIC_ACQUIRE))
			obj_cgroup_forget(objcg);
	}
}

int memcg_world_destroy(void)
{
	u32 waits;

	memcg_drain_everywhere();
	world_offline_all();
	for (waits = 0; waits < DESTROY_WAITS_MAX; waits++) {
		rcu_barrier();
		/* A release uncharges into the page stock of whatever CPU it comes on. */
		memcg_drain_everywhere();
		world_forget_objcgs();
		if (list_empty(&memcg_world.memcgs) && list_empty(&memcg_world.objcgs)) {
			/* What has just been taken off the lists is freed by the same callback. */
			rcu_barrier();
			memcg_world.root = NULL;
			return 0;
		}
	}
	return -EBUSY;
}
