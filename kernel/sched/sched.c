// SPDX-License-Identifier: GPL-2.0-only
/*
 * sched - one run queue for each CPU: 32 lists by priority and a word that says which are not
 * empty.
 *
 * A run queue's lock is taken with interrupts off and held across the switch: whoever runs next, on
 * the same CPU, gives it back in switch_finish(). It protects the lists and the state of every
 * thread that belongs to that CPU. The preemption depth is 1 at every switch.
 */
#include <sched/sched.h>

#include <arch/cpu.h>
#include <arch/ipi.h>
#include <arch/up.h>
#include <core/panic.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <core/spinlock.h>

struct run_queue {
	struct spinlock lock;
	u32 ready; /* bit p: list p has a thread */
	struct list_node lists[NR_PRIOS];
	struct thread *running;
	struct thread *switched_from; /* handed from the old thread to the new one */
	struct thread idle;
};

DEFINE_PER_CPU(u64, sched_switches);
static DEFINE_PER_CPU(struct run_queue, run_queue);
static struct thread boot_thread;
static enum preempt_model active_model = MODEL_FULL;

const char *const preempt_model_names[NR_MODELS] = { "none", "voluntary", "full" };

enum preempt_model preempt_model(void)
{
	return READ_ONCE(active_model);
}

void preempt_model_set(enum preempt_model model)
{
	WRITE_ONCE(active_model, model);
}

static void queue_put(struct run_queue *rq, struct thread *t, bool first)
{
	struct list_node *list = &rq->lists[t->prio];

	list_add_before(&t->node, first ? list->next : list);
	rq->ready |= 1u << t->prio;
}

static struct thread *queue_take(struct run_queue *rq, u32 prio)
{
	struct list_node *list = &rq->lists[prio];
	struct thread *t = container_of(list->next, struct thread, node);

	list_remove(&t->node);
	if (list_empty(list))
		rq->ready &= ~(1u << prio);
	return t;
}

/*
 * Among equals the one that ran goes last; one that gives way to a higher priority goes on first.
 */
static struct thread *queue_pick(struct run_queue *rq, struct thread *prev)
{
	u32 best = rq->ready ? 31 - (u32)__builtin_clz(rq->ready) : 0;
	bool goes_on = prev->state == THREAD_RUNNABLE;

	if (goes_on && (!rq->ready || prev->prio > best))
		return prev;
	BUG_ON(!rq->ready);
	if (goes_on)
		queue_put(rq, prev, best > prev->prio);
	return queue_take(rq, best);
}

/* On the new thread's stack: the lock came with us. */
static void switch_finish(void)
{
	struct run_queue *rq = this_cpu_ptr(&run_queue);
	struct thread *prev = rq->switched_from;
	bool is_dead = prev->state == THREAD_DEAD;

	spinlock_give(&rq->lock);
	if (is_dead)
		thread_release(prev);
}

/*
 * Interrupts off, preemption depth 1, the lock held: it is given back on the way, by this thread or
 * the next.
 */
static void switch_locked(struct run_queue *rq)
{
	struct thread *prev = rq->running, *next;

	BUG_ON(preempt_count() != PREEMPT_OFFSET);
	clear_need_resched();
	next = queue_pick(rq, prev);
	if (next == prev) {
		spinlock_give(&rq->lock);
		return;
	}
	if (prev->rcu_nesting)
		prev->rcu_was_preempted = true;
	rq->running = next;
	rq->switched_from = prev;
	this_cpu_add(sched_switches, 1);
	arch_set_current_thread(next);
	arch_thread_switch(&prev->arch, &next->arch);
	switch_finish();
}

/* Interrupts off, preemption depth 1. */
static void switch_threads(void)
{
	struct run_queue *rq = this_cpu_ptr(&run_queue);

	spinlock_take(&rq->lock);
	switch_locked(rq);
}

void schedule(void)
{
	unsigned long flags;

	do {
		arch_preempt_count_add(PREEMPT_OFFSET);
		local_irq_save(flags);
		switch_threads();
		local_irq_restore(flags);
		arch_preempt_count_sub(PREEMPT_OFFSET);
	} while (need_resched());
}

void preempt_schedule(void)
{
	if (preempt_model() == MODEL_FULL && !preempt_count() && !irqs_disabled())
		schedule();
}

void preempt_schedule_irq(void)
{
	while (preempt_model() == MODEL_FULL && !preempt_count() && need_resched()) {
		arch_preempt_count_add(PREEMPT_OFFSET);
		switch_threads();
		arch_preempt_count_sub(PREEMPT_OFFSET);
	}
}

bool sched_resched_point(void)
{
	u64 before = this_cpu_read(sched_switches);

	if (preempt_count() || irqs_disabled())
		return false;
	schedule();
	return this_cpu_read(sched_switches) != before;
}

/*
 * The lock is held from the look at wake_pending until this thread runs no more. A wake-up in
 * between would put a thread that still runs on the run queue, and its switch would put it there
 * again.
 */
void sched_wait(void)
{
	struct thread *t = current_thread();
	struct run_queue *rq;
	unsigned long flags;

	arch_preempt_count_add(PREEMPT_OFFSET);
	local_irq_save(flags);
	rq = this_cpu_ptr(&run_queue);
	spinlock_take(&rq->lock);
	if (t->wake_pending) {
		t->wake_pending = false;
		spinlock_give(&rq->lock);
	} else {
		t->state = THREAD_WAITING;
		switch_locked(rq);
	}
	local_irq_restore(flags);
	arch_preempt_count_sub(PREEMPT_OFFSET);
	/* A scheduling point in every model. */
	if (need_resched())
		schedule();
}

void thread_wake(struct thread *t)
{
	struct run_queue *rq = &per_cpu(run_queue, t->cpu);
	unsigned long flags;
	bool preempts = false;

	spin_lock_irqsave(&rq->lock, flags);
	if (t->state == THREAD_WAITING) {
		t->state = THREAD_RUNNABLE;
		queue_put(rq, t, false);
		preempts = t->prio > rq->running->prio;
	} else {
		t->wake_pending = true;
	}
	if (preempts && t->cpu == smp_cpu())
		set_need_resched();
	else if (preempts)
		arch_ipi_send(t->cpu, IPI_RESCHEDULE);
	spin_unlock_irqrestore(&rq->lock, flags);
}

void sched_enqueue(struct thread *t)
{
	t->state = THREAD_WAITING;
	thread_wake(t);
}

/* A new thread's first code, reached by the switch: interrupts off, depth 1, lock held. */
static void __noreturn thread_first(void)
{
	struct thread *t = current_thread();

	switch_finish();
	local_irq_enable();
	preempt_enable();
	t->fn(t->arg);
	t->state = THREAD_DEAD;
	schedule();
	panic("thread %s runs after its end", t->name);
}

void sched_prepare(struct thread *t)
{
	arch_thread_init(&t->arch, t->stack_top, thread_first);
}

static void run_queue_init(struct run_queue *rq, struct thread *running, u32 cpu, const char *name,
			   u32 prio)
{
	for (u32 p = 0; p < NR_PRIOS; p++)
		list_init(&rq->lists[p]);
	thread_adopt(running, name, cpu, prio);
	rq->running = running;
	arch_set_current_thread(running);
}

void sched_init(void)
{
	run_queue_init(this_cpu_ptr(&run_queue), &boot_thread, 0, "boot", PRIO_NORMAL);
}

void sched_idle_loop(void)
{
	for (;;) {
		local_irq_disable();
		if (this_cpu_ptr(&run_queue)->ready) {
			local_irq_enable();
			schedule();
		} else {
			arch_cpu_idle();
		}
	}
}

void sched_idle(u32 slot)
{
	struct run_queue *rq = this_cpu_ptr(&run_queue);

	run_queue_init(rq, &rq->idle, slot, "idle", PRIO_IDLE);
	if (!smp_set_online(slot))
		arch_cpu_park();
	local_irq_enable();
	preempt_enable_no_resched();
	sched_idle_loop();
}

void sched_boot_end(void)
{
	boot_thread.state = THREAD_DEAD;
	preempt_enable_no_resched();
	schedule();
	panic("the boot context runs after its end");
}
