// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu - what each CPU reports of its readers (the rule is in rcu.h).
 *
 * A CPU's record is written by itself with interrupts off, and read by the thread that makes grace
 * periods. Why nothing more than acquire and release is needed: a report follows a look at the
 * number. The look is an acquire of the release in rcu_begin(), so sections after the report see
 * what was unpublished before the beginning; the report is a release, and sections before it are
 * over for whoever acquires it in rcu_is_over().
 */
#include <sched/rcu.h>

#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <sched/sched.h>

/* A CPU with interrupts off for longer is asked again in the next round. */
#define ASK_NS NS_PER_MS

struct rcu_cpu {
	u64 reported;	/* the latest grace period for which this CPU's readers are known */
	u32 blocked[2]; /* threads that block one, by its parity; all of them have run here */
};

static DEFINE_PER_CPU(struct rcu_cpu, rcu_cpu);
static u64 rcu_gp; /* under way, or the last one; rcu_begin() writes it */

/* Interrupts off, in no section that a switch would not end. */
static void report(struct rcu_cpu *rc, u64 gp)
{
	/* Release: pairs with the acquire in cpu_is_through(). */
	__atomic_store_n(&rc->reported, gp, __ATOMIC_RELEASE);
}

/* @gp is read before: this reader may be younger than a beginning that comes later, never older. */
static void block(struct rcu_cpu *rc, struct thread *t, u64 gp)
{
	t->rcu_was_preempted = true;
	t->rcu_blocks = (rc->reported == gp ? gp + 1 : gp) & 1;
	WRITE_ONCE(rc->blocked[t->rcu_blocks], rc->blocked[t->rcu_blocks] + 1);
}

void rcu_note_schedule(struct thread *prev, bool leaves)
{
	struct rcu_cpu *rc = this_cpu_ptr(&rcu_cpu);
	u64 gp = __atomic_load_n(&rcu_gp, __ATOMIC_ACQUIRE);

	if (prev->rcu_nesting && !leaves)
		return;
	/* One that blocks already stays with the older grace period. */
	if (prev->rcu_nesting && !prev->rcu_was_preempted)
		block(rc, prev, gp);
	report(rc, gp);
}

void rcu_read_unlock_special(void)
{
	struct thread *t = current_thread();
	struct rcu_cpu *rc;
	unsigned long flags;

	local_irq_save(flags);
	rc = this_cpu_ptr(&rcu_cpu);
	/* An interrupt's section between the look at the mark and here has done it already. */
	if (t->rcu_was_preempted) {
		u32 left = rc->blocked[t->rcu_blocks] - 1;

		t->rcu_was_preempted = false;
		/* Release: the section is over for whoever acquires it in cpu_is_through(). */
		__atomic_store_n(&rc->blocked[t->rcu_blocks], left, __ATOMIC_RELEASE);
		if (!left)
			rcu_wake();
	}
	local_irq_restore(flags);
}

void rcu_begin(u64 gp)
{
	/* Release: pairs with the acquire in rcu_note_schedule() and answer(). */
	__atomic_store_n(&rcu_gp, gp, __ATOMIC_RELEASE);
}

/*
 * In this order: a thread counts itself before its CPU reports, so once the report is seen the
 * number can only fall.
 */
static bool cpu_is_through(u32 cpu, u64 gp)
{
	struct rcu_cpu *rc = &per_cpu(rcu_cpu, cpu);

	return __atomic_load_n(&rc->reported, __ATOMIC_ACQUIRE) == gp &&
	       !__atomic_load_n(&rc->blocked[gp & 1], __ATOMIC_ACQUIRE);
}

bool rcu_is_over(u64 gp)
{
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu) && !cpu_is_through(cpu, gp))
			return false;
	return true;
}

/* What this interrupt has hit is no reader. Idle threads have no sections of their own. */
static bool is_outside(void)
{
	struct thread *t = current_thread();

	return preempt_count() == HARDIRQ_OFFSET && !t->rcu_nesting &&
	       (preempt_model() == MODEL_FULL || t->prio == PRIO_IDLE);
}

/* In hard interrupt context. A thread that may be reading passes the scheduler soon. */
static void answer(void *unused)
{
	u64 gp = __atomic_load_n(&rcu_gp, __ATOMIC_ACQUIRE);

	(void)unused;
	if (is_outside())
		report(this_cpu_ptr(&rcu_cpu), gp);
	else
		set_need_resched();
}

/* Each CPU that has not reported. This thread's own has no other reader that runs. */
void rcu_ask(u64 gp)
{
	unsigned long flags;

	local_irq_save(flags);
	report(this_cpu_ptr(&rcu_cpu), gp);
	local_irq_restore(flags);
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu) && cpu != smp_cpu() &&
		    READ_ONCE(per_cpu(rcu_cpu, cpu).reported) != gp)
			smp_call(cpu, answer, NULL, ASK_NS);
}
