// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu_gp - the thread that makes grace periods, one for all that has been asked for when it begins.
 *
 * Each CPU has a list of heads, under its own lock. A round takes all lists, makes a grace period,
 * and calls what it took. Waiters hold a ticket: every round reads the latest ticket before it
 * takes the lists, so what is older than the ticket is in this round or was in an earlier one.
 *
 * Invariant: rcu_gp_last is the number of the grace period made last; between rounds it is over.
 */
#include <sched/rcu.h>

#include <core/clock.h>
#include <core/irq.h>
#include <core/panic.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <core/spinlock.h>
#include <sched/sched.h>
#include <sched/wait.h>

/* Between two looks at who is still missing. A reader's end wakes the thread anyway. */
#define LOOK_NS (100 * NS_PER_US)

struct rcu_list {
	struct spinlock lock;
	struct rcu_head *first;
	struct rcu_head *last; /* valid while there is a first */
};

static DEFINE_PER_CPU(struct rcu_list, rcu_list);
static struct wait_queue rcu_waiters = WAIT_QUEUE_INIT(rcu_waiters);
static struct thread rcu_thread;
static bool rcu_runs, rcu_stop;
static u64 rcu_gp_last;	  /* the thread's */
static u64 rcu_asked;	  /* tickets given out */
static u64 rcu_elapsed;	  /* a grace period has passed for tickets up to this */
static u64 rcu_delivered; /* and all that was queued before has been called */

void rcu_wake(void)
{
	if (READ_ONCE(rcu_runs))
		thread_wake(&rcu_thread);
}

/* True: it was empty before. */
static bool list_push(struct rcu_list *list, struct rcu_head *head)
{
	unsigned long flags;
	bool was_empty;

	head->next = NULL;
	spin_lock_irqsave(&list->lock, flags);
	was_empty = !list->first;
	if (was_empty)
		list->first = head;
	else
		list->last->next = head;
	list->last = head;
	spin_unlock_irqrestore(&list->lock, flags);
	return was_empty;
}

static struct rcu_head *list_take(struct rcu_list *list, struct rcu_head **last)
{
	struct rcu_head *first;
	unsigned long flags;

	spin_lock_irqsave(&list->lock, flags);
	first = list->first;
	*last = list->last;
	list->first = NULL;
	spin_unlock_irqrestore(&list->lock, flags);
	return first;
}

/* Where the list was not empty, the thread has been woken for it and has not taken it yet. */
void call_rcu(struct rcu_head *head, void (*fn)(struct rcu_head *head))
{
	bool was_empty;

	BUG_ON(!rcu_runs);
	head->fn = fn;
	preempt_disable();
	was_empty = list_push(this_cpu_ptr(&rcu_list), head);
	preempt_enable();
	if (was_empty)
		rcu_wake();
}

static struct rcu_head *take_all(void)
{
	struct rcu_head *all = NULL, **end = &all, *last;

	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++) {
		if (!cpu_is_online(cpu))
			continue;
		*end = list_take(&per_cpu(rcu_list, cpu), &last);
		if (*end)
			end = &last->next;
	}
	return all;
}

/*
 * Without interrupts there is one CPU, and it has reported: what is missing is the end of a reader,
 * which wakes this thread. Polling would keep a reader of lower priority from its end.
 */
static void wait_a_while(void)
{
	if (irq_refusal())
		thread_wait();
	else
		wait_at_most(LOOK_NS);
}

static void grace_period(void)
{
	u64 gp = ++rcu_gp_last;

	rcu_begin(gp);
	rcu_ask(gp);
	while (!rcu_is_over(gp)) {
		wait_a_while();
		rcu_ask(gp);
	}
}

static void call_all(struct rcu_head *head)
{
	while (head) {
		struct rcu_head *next = head->next;

		head->fn(head);
		head = next;
		cond_resched();
	}
}

static void publish(u64 *word, u64 ticket)
{
	/* Release: pairs with the acquire in ticket_is_due(). */
	__atomic_store_n(word, ticket, __ATOMIC_RELEASE);
	wake_up_all(&rcu_waiters);
}

/* False: there was nothing to do. */
static bool rcu_round(void)
{
	/* Acquire: pairs with the addition in wait_ticket(); before the lists are taken. */
	u64 ticket = __atomic_load_n(&rcu_asked, __ATOMIC_ACQUIRE);
	struct rcu_head *heads = take_all();

	if (!heads && ticket == rcu_delivered)
		return false;
	grace_period();
	publish(&rcu_elapsed, ticket);
	call_all(heads);
	publish(&rcu_delivered, ticket);
	return true;
}

static void rcu_run(void *unused)
{
	(void)unused;
	for (;;) {
		/* Before the look at the lists: what was queued before the stop is found there. */
		bool stop = __atomic_load_n(&rcu_stop, __ATOMIC_ACQUIRE);

		/* A round waits, and may use up the wake-up that came with the stop. */
		if (rcu_round())
			continue;
		if (stop)
			return;
		thread_wait();
	}
}

int rcu_init(void)
{
	int error;

	if (rcu_runs)
		return 0;
	rcu_stop = false;
	error = thread_start(&rcu_thread, "rcu", rcu_run, NULL, 0, PRIO_HIGH);
	WRITE_ONCE(rcu_runs, !error);
	return error;
}

void rcu_exit(void)
{
	if (!rcu_runs)
		return;
	/* Release: pairs with the acquire in rcu_run(). */
	__atomic_store_n(&rcu_stop, true, __ATOMIC_RELEASE);
	thread_wake(&rcu_thread);
	WRITE_ONCE(rcu_runs, false);
	thread_join(&rcu_thread);
}

struct ticket {
	u64 number;
	const u64 *word;
};

static bool ticket_is_due(void *arg)
{
	struct ticket *t = arg;

	return __atomic_load_n(t->word, __ATOMIC_ACQUIRE) >= t->number;
}

static void wait_ticket(const u64 *word)
{
	struct ticket t = { .word = word };

	BUG_ON(!rcu_runs || current_thread() == &rcu_thread);
	t.number = __atomic_add_fetch(&rcu_asked, 1, __ATOMIC_ACQ_REL);
	rcu_wake();
	wait_event(&rcu_waiters, ticket_is_due, &t);
}

void synchronize_rcu(void)
{
	wait_ticket(&rcu_elapsed);
}

void rcu_barrier(void)
{
	wait_ticket(&rcu_delivered);
}
