// SPDX-License-Identifier: GPL-2.0-only
/*
 * rstat - which groups have something to flush, for each CPU a tree; and the flush.
 *
 * Invariant: a group whose words differ from what has been flushed is linked on that CPU, and so
 * are all its ancestors, so that a walk from the root finds it. Links change under that CPU's lock
 * with interrupts masked; the updater's test is unlocked, on its own CPU.
 *
 * An update may find the mark that a flush is about to take away: the update has no barrier, or it
 * would cost more than Linux's. So everything is flushed at quiescence only.
 *
 * Left out: batching of updates (v5.16 and later), and flushing less than everything.
 */
#include <memcg/stat.h>

#include <core/percpu_alloc.h>

/* Protects this CPU's tree. The flusher takes it from other CPUs. */
static DEFINE_PER_CPU(struct spinlock, rstat_lock);
/* Serialises flushes; protects the aggregates. Taken before rstat_lock. */
static struct spinlock flush_lock;

static void rstat_link(struct mem_cgroup *memcg)
{
	struct spinlock *lock = this_cpu_ptr(&rstat_lock);

	spin_lock(lock);
	for (; memcg; memcg = memcg->parent) {
		struct memcg_rstat_percpu *r = &this_cpu_ptr(memcg->vmstats_percpu)->rstat;
		struct memcg_rstat_percpu *up;

		if (r->linked)
			break;
		WRITE_ONCE(r->linked, true);
		if (!memcg->parent)
			break;
		up = &this_cpu_ptr(memcg->parent->vmstats_percpu)->rstat;
		r->next = up->children;
		up->children = memcg;
	}
	spin_unlock(lock);
}

void memcg_rstat_updated(struct mem_cgroup *memcg)
{
	if (likely(READ_ONCE(this_cpu_ptr(memcg->vmstats_percpu)->rstat.linked)))
		return;
	rstat_link(memcg);
}

static void flush_words(struct memcg_stat_percpu *words, struct memcg_stat *stat,
			struct memcg_stat *parent)
{
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		s64 state = READ_ONCE(words->state[idx]);
		s64 delta = state - words->prev[idx] + stat->pending[idx];

		words->prev[idx] = state;
		stat->pending[idx] = 0;
		stat->state[idx] += delta;
		if (parent)
			parent->pending[idx] += delta;
	}
}

static void flush_group(struct mem_cgroup *memcg, u32 cpu)
{
	struct mem_cgroup *parent = memcg->parent;
	u32 node;

	flush_words(&per_cpu_ptr(memcg->vmstats_percpu, cpu)->stat, &memcg->stat,
		    parent ? &parent->stat : NULL);
	for (node = 0; node < memcg_world.config.nr_nodes; node++)
		flush_words(per_cpu_ptr(memcg->nodes[node].percpu, cpu), &memcg->nodes[node].stat,
			    parent ? &parent->nodes[node].stat : NULL);
}

/* Children first: what they add is pending in their parent. As deep as the hierarchy. */
static void flush_tree(struct mem_cgroup *memcg, u32 cpu)
{
	struct memcg_rstat_percpu *r = &per_cpu_ptr(memcg->vmstats_percpu, cpu)->rstat;
	struct mem_cgroup *child;

	while ((child = r->children)) {
		struct memcg_rstat_percpu *c = &per_cpu_ptr(child->vmstats_percpu, cpu)->rstat;

		r->children = c->next;
		c->next = NULL;
		flush_tree(child, cpu);
	}
	WRITE_ONCE(r->linked, false);
	flush_group(memcg, cpu);
}

void memcg_rstat_flush(void)
{
	unsigned long flags;
	u32 cpu;

	spin_lock_irqsave(&flush_lock, flags);
	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		struct spinlock *lock = &per_cpu(rstat_lock, cpu);

		spin_lock(lock);
		if (per_cpu_ptr(memcg_world.root->vmstats_percpu, cpu)->rstat.linked)
			flush_tree(memcg_world.root, cpu);
		spin_unlock(lock);
	}
	spin_unlock_irqrestore(&flush_lock, flags);
}

/* This CPU's lock is held. */
static void rstat_unlink(struct mem_cgroup *memcg, u32 cpu)
{
	struct mem_cgroup **at = &per_cpu_ptr(memcg->parent->vmstats_percpu, cpu)->rstat.children;

	for (; *at; at = &per_cpu_ptr((*at)->vmstats_percpu, cpu)->rstat.next) {
		if (*at == memcg) {
			*at = per_cpu_ptr(memcg->vmstats_percpu, cpu)->rstat.next;
			return;
		}
	}
}

/*
 * Nobody updates @memcg any more, so its words are looked at whether they are linked or not. Its
 * ancestors stay as they are: they may be updated right now, and an update that finds the mark does
 * not make a new one.
 */
static void flush_departing(struct mem_cgroup *memcg)
{
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		struct spinlock *lock = &per_cpu(rstat_lock, cpu);

		spin_lock(lock);
		rstat_unlink(memcg, cpu);
		flush_group(memcg, cpu);
		spin_unlock(lock);
	}
}

void stat_depart(struct mem_cgroup *memcg)
{
	struct mem_cgroup *parent = memcg->parent;
	unsigned long flags;
	u32 node;
	u32 idx;

	if (!parent)
		return;
	spin_lock_irqsave(&flush_lock, flags);
	flush_departing(memcg);
	for (idx = 0; idx < NR_SLAB_STATS; idx++) {
		parent->departed[idx] += memcg->stat.state[idx];
		for (node = 0; node < memcg_world.config.nr_nodes; node++)
			parent->nodes[node].departed[idx] += memcg->nodes[node].stat.state[idx];
	}
	spin_unlock_irqrestore(&flush_lock, flags);
}

bool memcg_rstat_is_marked(const struct mem_cgroup *memcg, u32 cpu)
{
	const struct memcg_vmstats_percpu *own = per_cpu_ptr(memcg->vmstats_percpu, cpu);
	bool due = false;
	u32 idx;

	for (idx = 0; idx < NR_SLAB_STATS; idx++)
		due |= own->stat.state[idx] != own->stat.prev[idx];
	for (; due && memcg; memcg = memcg->parent) {
		if (!per_cpu_ptr(memcg->vmstats_percpu, cpu)->rstat.linked)
			return false;
	}
	return true;
}
