// SPDX-License-Identifier: GPL-2.0-only
/*
 * workqueue - a list and a thread for each CPU.
 *
 * `pending` says who owns the item for queueing; the list is under the worker's lock. Between the
 * two the queueing CPU has interrupts off, so whoever finds an item pending and on no list looks
 * again: it will be there soon.
 *
 * flush_work() puts an item of its own right behind the one that it waits for. That is all it needs
 * to know about it, so the item may be queued again or freed meanwhile.
 */
#include <sched/workqueue.h>

#include <arch/cpu.h>
#include <core/panic.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <core/spinlock.h>
#include <lib/errno.h>
#include <sched/sched.h>
#include <sched/wait.h>

/* Above what it works for: drains must come through a busy CPU where the model preempts. */
#define WORKER_PRIO PRIO_HIGH

struct worker {
	struct spinlock lock;  /* list, running */
	struct list_node list; /* of works */
	struct work *running;  /* compared only: it may be gone */
	struct thread thread;
	bool stop; /* set once, before a wake-up */
};

struct flush {
	struct work work;
	struct completion done;
};

static DEFINE_PER_CPU(struct worker, worker);
static bool workers_run;

void work_init(struct work *work, void (*fn)(struct work *work))
{
	*work = (struct work)WORK_INIT(*work, fn);
}

/* The lock is held; @at: what it goes before. */
static void work_list(struct work *work, u32 cpu, struct list_node *at)
{
	list_add_before(&work->node, at);
	work->cpu = cpu;
	WRITE_ONCE(work->listed, cpu + 1);
}

bool queue_work_on(u32 cpu, struct work *work)
{
	struct worker *w = &per_cpu(worker, cpu);
	unsigned long flags;
	bool first;

	BUG_ON(!workers_run || !cpu_is_online(cpu));
	spin_lock_irqsave(&w->lock, flags);
	/*
	 * Acquire and release, with the one in worker_take(): if this finds 1, the run that is
	 * pending takes it later, and sees what was written before here.
	 */
	first = !__atomic_exchange_n(&work->pending, 1, __ATOMIC_ACQ_REL);
	if (first) {
		work_list(work, cpu, &w->list);
		thread_wake(&w->thread);
	}
	spin_unlock_irqrestore(&w->lock, flags);
	return first;
}

/* The next item, marked as running; NULL: none. */
static struct work *worker_take(struct worker *w)
{
	struct work *work = NULL;
	unsigned long flags;

	spin_lock_irqsave(&w->lock, flags);
	if (!list_empty(&w->list)) {
		work = container_of(w->list.next, struct work, node);
		list_remove(&work->node);
		WRITE_ONCE(work->listed, 0);
		__atomic_exchange_n(&work->pending, 0, __ATOMIC_ACQ_REL);
	}
	w->running = work;
	spin_unlock_irqrestore(&w->lock, flags);
	return work;
}

static void worker_run(void *arg)
{
	struct worker *w = arg;
	struct work *work;
	bool stop;

	do {
		/* Before the list is looked at: what was queued before the stop is found there. */
		stop = __atomic_load_n(&w->stop, __ATOMIC_ACQUIRE);
		while ((work = worker_take(w))) {
			work->fn(work);
			cond_resched();
		}
		if (!stop)
			thread_wait();
	} while (!stop);
}

static int worker_start(u32 cpu)
{
	struct worker *w = &per_cpu(worker, cpu);

	list_init(&w->list);
	w->running = NULL;
	w->stop = false;
	return thread_start(&w->thread, "worker", worker_run, w, cpu, WORKER_PRIO);
}

/* Those of all CPUs below @end. */
static void workers_stop(u32 end)
{
	for (u32 cpu = 0; cpu < end; cpu++) {
		struct worker *w = &per_cpu(worker, cpu);

		if (!cpu_is_online(cpu))
			continue;
		/* Release: pairs with the acquire in worker_run(). */
		__atomic_store_n(&w->stop, true, __ATOMIC_RELEASE);
		thread_wake(&w->thread);
		thread_join(&w->thread);
	}
}

int workqueue_init(void)
{
	if (workers_run)
		return 0;
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu) && worker_start(cpu)) {
			workers_stop(cpu);
			return -ENOMEM;
		}
	workers_run = true;
	return 0;
}

void workqueue_exit(void)
{
	if (!workers_run)
		return;
	workers_stop(nr_cpus_found);
	workers_run = false;
}

static void flush_run(struct work *work)
{
	complete(&container_of(work, struct flush, work)->done);
}

enum flush_place {
	FLUSH_QUEUED,
	FLUSH_NOTHING,
	FLUSH_AGAIN,
};

/* The lock of @cpu's worker is held. */
static enum flush_place flush_place(struct worker *w, u32 cpu, const struct work *work,
				    struct flush *flush)
{
	struct list_node *at;

	if (READ_ONCE(work->listed) == cpu + 1)
		at = work->node.next;
	else if (__atomic_load_n(&work->pending, __ATOMIC_ACQUIRE))
		return FLUSH_AGAIN;
	else if (w->running == work)
		at = w->list.next;
	else
		return READ_ONCE(work->cpu) == cpu ? FLUSH_NOTHING : FLUSH_AGAIN;
	flush->work.pending = 1;
	work_list(&flush->work, cpu, at);
	return FLUSH_QUEUED;
}

static enum flush_place flush_try(const struct work *work, struct flush *flush)
{
	u32 cpu = READ_ONCE(work->cpu);
	struct worker *w = &per_cpu(worker, cpu);
	enum flush_place place;
	unsigned long flags;

	spin_lock_irqsave(&w->lock, flags);
	BUG_ON(current_thread() == &w->thread);
	place = flush_place(w, cpu, work, flush);
	spin_unlock_irqrestore(&w->lock, flags);
	return place;
}

bool flush_work(struct work *work)
{
	struct flush flush;
	enum flush_place place;

	BUG_ON(!workers_run);
	work_init(&flush.work, flush_run);
	completion_init(&flush.done);
	while ((place = flush_try(work, &flush)) == FLUSH_AGAIN)
		cpu_relax();
	if (place == FLUSH_QUEUED)
		wait_for_completion(&flush.done);
	return place == FLUSH_QUEUED;
}
