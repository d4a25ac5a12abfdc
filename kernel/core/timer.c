// SPDX-License-Identifier: GPL-2.0-only
/*
 * timer - a sorted list for each CPU, and its one-shot timer armed for the first entry.
 *
 * Invariant: whenever interrupts are on, the hardware is armed for the first entry or due. Only the
 * own CPU touches list and hardware, with interrupts off, so there is no lock. An entry is off the
 * list before its function runs, which may arm it again. Lists are short: sorting in is a walk.
 */
#include <core/timer.h>

#include <arch/percpu.h>
#include <arch/preempt.h>
#include <arch/timer.h>
#include <core/clock.h>

struct timer_cpu {
	struct list_node list;
	struct timer tick;
	u64 tick_ns;
	bool works;
};

static DEFINE_PER_CPU(struct timer_cpu, timer_cpu);

static struct timer *timer_first(struct timer_cpu *tc)
{
	return list_empty(&tc->list) ? NULL : container_of(tc->list.next, struct timer, node);
}

static void timer_program(struct timer_cpu *tc)
{
	struct timer *first = timer_first(tc);
	u64 now = clock_ns();

	if (!first)
		arch_timer_stop();
	else
		arch_timer_arm(first->expires_ns > now ? first->expires_ns - now : 0);
}

int timer_cpu_init(u32 slot)
{
	struct timer_cpu *tc = this_cpu_ptr(&timer_cpu);
	int error = arch_timer_cpu_init(slot);

	list_init(&tc->list);
	list_init(&tc->tick.node);
	tc->works = !error;
	return error;
}

bool timer_works(void)
{
	return this_cpu_ptr(&timer_cpu)->works;
}

/*
 * The first entry that is due later than @ns; the head if there is none. Equals keep their order.
 */
static struct list_node *timer_place(struct timer_cpu *tc, u64 ns)
{
	struct list_node *at = tc->list.next;

	while (at != &tc->list && container_of(at, struct timer, node)->expires_ns <= ns)
		at = at->next;
	return at;
}

void timer_arm(struct timer *t, u64 ns)
{
	struct timer_cpu *tc = this_cpu_ptr(&timer_cpu);

	t->expires_ns = clock_ns() + ns;
	list_add_before(&t->node, timer_place(tc, t->expires_ns));
	timer_program(tc);
}

void timer_cancel(struct timer *t)
{
	list_remove(&t->node);
	timer_program(this_cpu_ptr(&timer_cpu));
}

static void timer_tick(struct timer *t)
{
	struct timer_cpu *tc = container_of(t, struct timer_cpu, tick);

	set_need_resched();
	timer_arm(t, tc->tick_ns);
}

void timer_set_tick(u32 hz)
{
	struct timer_cpu *tc = this_cpu_ptr(&timer_cpu);

	timer_cancel(&tc->tick);
	if (!hz)
		return;
	tc->tick.fire = timer_tick;
	tc->tick_ns = NS_PER_SECOND / hz;
	timer_arm(&tc->tick, tc->tick_ns);
}

/* The hardware may fire early (a clamped long wait): then nothing is due, and it is armed again. */
void timer_interrupt(void)
{
	struct timer_cpu *tc = this_cpu_ptr(&timer_cpu);
	u64 now = clock_ns();
	struct timer *t;

	while ((t = timer_first(tc)) && t->expires_ns <= now) {
		list_remove(&t->node);
		t->fire(t);
	}
	timer_program(tc);
}
