// SPDX-License-Identifier: GPL-2.0-only
/*
 * drain - drain_all_stock(): look at every CPU's stock from here, and have its owner empty it.
 *
 * The look is unlocked: what it reads may change at any time, so every pointer is read once, and
 * RCU keeps what it points to. At most one work item a CPU is pending: FLUSHING is set here by an
 * atomic test-and-set and cleared by that CPU's local drain only.
 */
#include <memcg/page_stock.h>

#include <core/percpu.h>
#include <core/smp.h>

/* Serialises callers; who does not get it leaves the work to the one who has it. */
static u32 percpu_charge_mutex;

static void drain_work(struct work *work)
{
	(void)work;
	drain_local_stock();
}

void memcg_stock_init(void)
{
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

		*stock = (struct memcg_stock_pcp){ .nr_pages = 0 };
		obj_stock_init(&stock->obj);
		obj_stock_init(&stock->irq_obj);
		work_init(&stock->work, drain_work);
	}
}

static bool stock_is_below(const struct memcg_stock_pcp *stock, const struct mem_cgroup *root)
{
	struct mem_cgroup *memcg;
	bool below;

	rcu_read_lock();
	memcg = READ_ONCE(stock->cached);
	below = (memcg && READ_ONCE(stock->nr_pages) && mem_cgroup_is_descendant(memcg, root)) ||
		obj_stock_flush_required(stock, root);
	rcu_read_unlock();
	return below;
}

static void drain_cpu(u32 cpu, bool here)
{
	struct memcg_stock_pcp *stock = &per_cpu(memcg_stock, cpu);

	/* Full order: pairs with the release in drain_local_stock(). */
	if (__atomic_fetch_or(&stock->flags, FLUSHING_CACHED_CHARGE, __ATOMIC_SEQ_CST) &
	    FLUSHING_CACHED_CHARGE)
		return;
	if (here)
		drain_local_stock();
	else
		queue_work_on(cpu, &stock->work);
}

void drain_all_stock(struct mem_cgroup *root)
{
	u32 cpu;
	u32 here;

	if (__atomic_exchange_n(&percpu_charge_mutex, 1, __ATOMIC_ACQUIRE))
		return;
	preempt_disable();
	here = smp_cpu();
	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		if (cpu_is_online(cpu) && stock_is_below(&per_cpu(memcg_stock, cpu), root))
			drain_cpu(cpu, cpu == here);
	}
	preempt_enable();
	__atomic_store_n(&percpu_charge_mutex, 0, __ATOMIC_RELEASE);
}

void memcg_drain_everywhere(void)
{
	u32 cpu;

	for (cpu = 0; cpu < memcg_world.config.nr_cpus; cpu++) {
		if (!cpu_is_online(cpu))
			continue;
		queue_work_on(cpu, &per_cpu(memcg_stock, cpu).work);
		flush_work(&per_cpu(memcg_stock, cpu).work);
	}
}
