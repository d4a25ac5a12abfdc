// SPDX-License-Identifier: GPL-2.0-only
/*
 * sched - the switch, waiting and waking, and the end of a thread.
 *
 * A run queue's lock is held across the switch: whoever runs next, on the same CPU, gives it back
 * in switch_finish(). The preemption depth is 1 at every switch. A thread's state, and what it
 * waits for, change under the lock of its CPU's run queue.
 *
 * The end of a thread is an exchange on `joiner`: the dying side puts a mark there and wakes whom
 * it finds; the joining side puts itself there unless it finds the mark. THREAD_GONE says that the
 * dead thread's structure is never touched again, and nor is the joiner's.
 *
 * No balancing, no groups, no time slices: threads are pinned, and the tick only asks for a look.
 */
#include <sched/sched.h>

#include <arch/cpu.h>
#include <arch/ipi.h>
#include <arch/up.h>
#include <core/panic.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <lib/string.h>
#include <sched/rcu.h>

#include "run_queue.h"

#define THREAD_GOING ((struct thread *)1) /* its joiner is being woken */
#define THREAD_GONE  ((struct thread *)2)

static_assert(offsetof(struct thread, arch) == 0, "assembly finds the architecture's half first");

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

static void joiner_wake(struct thread *t)
{
	struct thread *joiner = __atomic_exchange_n(&t->joiner, THREAD_GOING, __ATOMIC_ACQ_REL);

	if (joiner)
		sched_wake(joiner, WAKE_JOINED);
	__atomic_store_n(&t->joiner, THREAD_GONE, __ATOMIC_RELEASE);
}

void sched_wait_end(struct thread *t)
{
	struct thread *me = current_thread(), *expected = NULL;

	if (__atomic_compare_exchange_n(&t->joiner, &expected, me, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE))
		sched_wait(WAKE_JOINED);
	/* The other side is in the middle of a switch, interrupts off, on another CPU. */
	while (__atomic_load_n(&t->joiner, __ATOMIC_ACQUIRE) != THREAD_GONE)
		cpu_relax();
}

/* On the new thread's stack: the lock came with us. */
static void switch_finish(void)
{
	struct run_queue *rq = this_cpu_ptr(&run_queue);
	struct thread *prev = rq->switched_from;
	bool is_dead = prev->state == THREAD_DEAD;

	spinlock_give(&rq->lock);
	if (is_dead)
		joiner_wake(prev);
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
	next = run_queue_pick(rq, prev);
	rcu_note_schedule(prev, next != prev);
	if (next == prev) {
		spinlock_give(&rq->lock);
		return;
	}
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
 * The lock is held from the look at what has been woken until this thread runs no more. A wake-up
 * in between would put a thread that still runs on the run queue, and its switch would put it there
 * again.
 */
void sched_wait(u32 wakes)
{
	struct thread *t = current_thread();
	struct run_queue *rq;
	unsigned long flags;

	arch_preempt_count_add(PREEMPT_OFFSET);
	local_irq_save(flags);
	rq = this_cpu_ptr(&run_queue);
	spinlock_take(&rq->lock);
	if (t->woken & wakes) {
		t->woken &= ~wakes;
		spinlock_give(&rq->lock);
	} else {
		t->waits_for = wakes;
		t->state = THREAD_WAITING;
		switch_locked(rq);
	}
	local_irq_restore(flags);
	arch_preempt_count_sub(PREEMPT_OFFSET);
	/* A scheduling point in every model. */
	if (need_resched())
		schedule();
}

/* The lock is held. Whoever runs on that CPU gives way, if it must. */
static void make_runnable(struct run_queue *rq, struct thread *t)
{
	t->state = THREAD_RUNNABLE;
	run_queue_put(rq, t, false);
	if (t->prio <= rq->running->prio)
		return;
	if (t->cpu == smp_cpu())
		set_need_resched();
	else
		arch_ipi_send(t->cpu, IPI_RESCHEDULE);
}

void sched_wake(struct thread *t, u32 wake)
{
	struct run_queue *rq = &per_cpu(run_queue, t->cpu);
	unsigned long flags;

	spin_lock_irqsave(&rq->lock, flags);
	if (t->state != THREAD_WAITING || !(t->waits_for & wake))
		t->woken |= wake;
	else
		make_runnable(rq, t);
	spin_unlock_irqrestore(&rq->lock, flags);
}

void sched_adopt(struct thread *t, const char *name, u32 cpu, u32 prio)
{
	memset(t, 0, sizeof(*t));
	list_init(&t->node);
	list_init(&t->sleep.node);
	t->name = name;
	t->cpu = cpu;
	t->prio = prio;
	arch_thread_adopt(&t->arch);
}

/* Depth 1, on the thread's own stack, which the next one gives back. */
static void __noreturn thread_end(void)
{
	struct run_queue *rq;

	local_irq_disable();
	rq = this_cpu_ptr(&run_queue);
	spinlock_take(&rq->lock);
	rq->running->state = THREAD_DEAD;
	switch_locked(rq);
	panic("thread %s runs after its end", current_thread()->name);
}

/* A new thread's first code, reached by the switch: interrupts off, depth 1, lock held. */
static void __noreturn thread_first(void)
{
	struct thread *t = current_thread();

	switch_finish();
	local_irq_enable();
	preempt_enable();
	t->fn(t->arg);
	preempt_disable();
	thread_end();
}

void sched_start(struct thread *t)
{
	struct run_queue *rq = &per_cpu(run_queue, t->cpu);
	unsigned long flags;

	arch_thread_init(&t->arch, t->stack_top, thread_first);
	spin_lock_irqsave(&rq->lock, flags);
	make_runnable(rq, t);
	spin_unlock_irqrestore(&rq->lock, flags);
}

/* What runs here becomes the first thread of this CPU's queue. */
static void adopt_running(struct thread *t, u32 cpu, const char *name, u32 prio)
{
	sched_adopt(t, name, cpu, prio);
	run_queue_init(this_cpu_ptr(&run_queue), t);
	arch_set_current_thread(t);
}

void sched_init(void)
{
	adopt_running(&boot_thread, 0, "boot", PRIO_NORMAL);
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
	adopt_running(&this_cpu_ptr(&run_queue)->idle, slot, "idle", PRIO_IDLE);
	if (!smp_set_online(slot))
		arch_cpu_park();
	local_irq_enable();
	preempt_enable_no_resched();
	sched_idle_loop();
}

void sched_boot_end(void)
{
	thread_end();
}
