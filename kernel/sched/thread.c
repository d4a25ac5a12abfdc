// SPDX-License-Identifier: GPL-2.0-only
/*
 * thread - birth, sleep and end of threads, on top of what sched.c knows of switching.
 *
 * A thread owns its stack from thread_start() to the end of thread_join(), which gives it back: the
 * dead thread's last switch has left it by then. Each kind of wait has its own wake-up, so none is
 * left early: a sleep ends by its timer only, and a timer fires once for each time it is armed.
 */
#include <sched/thread.h>

#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/smp.h>
#include <core/stack.h>
#include <lib/errno.h>
#include <sched/sched.h>

int thread_start(struct thread *t, const char *name, void (*fn)(void *arg), void *arg, u32 cpu,
		 u32 prio)
{
	if (cpu >= nr_cpus_found || !cpu_is_online(cpu))
		return -ENODEV;
	sched_adopt(t, name, cpu, prio);
	t->stack_top = stack_alloc();
	if (!t->stack_top)
		return -ENOMEM;
	t->fn = fn;
	t->arg = arg;
	sched_start(t);
	return 0;
}

void thread_join(struct thread *t)
{
	sched_wait_end(t);
	if (t->stack_top)
		stack_free(t->stack_top);
}

void thread_wait(void)
{
	sched_wait(WAKE_ASKED);
}

void thread_wake(struct thread *t)
{
	sched_wake(t, WAKE_ASKED);
}

static void thread_sleep_over(struct timer *timer)
{
	sched_wake(container_of(timer, struct thread, sleep), WAKE_SLEPT);
}

static void thread_arm_sleep(struct thread *t, u64 ns)
{
	unsigned long flags;

	local_irq_save(flags);
	t->sleep.fire = thread_sleep_over;
	timer_arm(&t->sleep, ns);
	local_irq_restore(flags);
}

static void thread_sleep_polling(u64 ns)
{
	u64 start = clock_ns();

	while (clock_ns() - start < ns)
		schedule();
}

void thread_sleep_ns(u64 ns)
{
	if (!timer_works()) {
		thread_sleep_polling(ns);
	} else if (ns) {
		thread_arm_sleep(current_thread(), ns);
		sched_wait(WAKE_SLEPT);
	}
}
