// SPDX-License-Identifier: GPL-2.0-only
/*
 * softirq - a pending word for each CPU.
 *
 * Rounds are limited: a softirq that raises itself for ever must not lock up the CPU. What is left
 * after the last round goes on at the next interrupt, and a timer sees to it that there is one: the
 * tick may be off. Only the own CPU touches the word, with interrupts off. There are no threads
 * that run softirqs.
 */
#include <core/softirq.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/timer.h>

#define SOFTIRQ_ROUNDS_MAX 10

/* Until what is left goes on: long against ten rounds, so that threads get most of the CPU. */
#define SOFTIRQ_REST_NS NS_PER_MS

struct softirq_hook {
	void (*run)(void *arg);
	void *arg;
};

struct softirq_rest {
	struct timer timer;
	bool armed;
};

DEFINE_PER_CPU(u32, softirqs_pending);
static DEFINE_PER_CPU(struct softirq_hook, softirq_hook);
static DEFINE_PER_CPU(struct softirq_rest, softirq_rest);

void softirq_raise(enum softirq nr)
{
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_write(softirqs_pending, this_cpu_read(softirqs_pending) | 1u << nr);
	local_irq_restore(flags);
}

void softirq_set_hook(void (*hook)(void *arg), void *arg)
{
	struct softirq_hook *h = this_cpu_ptr(&softirq_hook);

	h->run = NULL;
	barrier();
	h->arg = arg;
	barrier();
	h->run = hook;
}

static void softirq_run(u32 pending)
{
	struct softirq_hook *h = this_cpu_ptr(&softirq_hook);

	if ((pending & 1u << SOFTIRQ_HOOK) && h->run)
		h->run(h->arg);
}

/* Nothing to do: this interrupt's way out runs what is pending. */
static void softirq_rest_over(struct timer *t)
{
	container_of(t, struct softirq_rest, timer)->armed = false;
}

/* Without a timer the next interrupt or local_bh_enable() must do. */
static void softirq_leave_rest(void)
{
	struct softirq_rest *rest = this_cpu_ptr(&softirq_rest);

	if (rest->armed || !timer_works())
		return;
	rest->armed = true;
	rest->timer.fire = softirq_rest_over;
	timer_arm(&rest->timer, SOFTIRQ_REST_NS);
}

void softirq_run_pending(void)
{
	for (u32 round = 0; round < SOFTIRQ_ROUNDS_MAX; round++) {
		u32 pending = this_cpu_read(softirqs_pending);

		if (!pending)
			return;
		this_cpu_write(softirqs_pending, 0);
		arch_preempt_count_add(SOFTIRQ_OFFSET);
		local_irq_enable();
		softirq_run(pending);
		local_irq_disable();
		arch_preempt_count_sub(SOFTIRQ_OFFSET);
	}
	if (this_cpu_read(softirqs_pending))
		softirq_leave_rest();
}

void softirq_run_from_task(void)
{
	unsigned long flags;

	local_irq_save(flags);
	softirq_run_pending();
	local_irq_restore(flags);
}

void local_bh_enable(void)
{
	local_bh_enable_inline();
}
