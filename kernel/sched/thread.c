// SPDX-License-Identifier: GPL-2.0-only
/*
 * thread - birth, sleep and end of threads.
 *
 * The end is an exchange on `joiner`: the dying side puts a mark there and wakes whom it finds; the
 * joining side puts itself there unless it finds the mark. THREAD_GONE says that the dead thread's
 * structure is never touched again, and nor is the joiner's: a joiner that was woken by something
 * else must not be gone, too, before its wake-up has been made.
 */
#include <sched/thread.h>

#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <core/clock.h>
#include <core/smp.h>
#include <core/stack.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/sched.h>

#define THREAD_GOING ((struct thread *)1) /* its joiner is being woken */
#define THREAD_GONE  ((struct thread *)2)

static struct thread *thread_joiner(const struct thread *t)
{
	return __atomic_load_n(&t->joiner, __ATOMIC_ACQUIRE);
}

/* A context that runs already becomes @t. */
void thread_adopt(struct thread *t, const char *name, u32 cpu, u32 prio)
{
	memset(t, 0, sizeof(*t));
	list_init(&t->node);
	list_init(&t->sleep.node);
	t->name = name;
	t->cpu = cpu;
	t->prio = prio;
	arch_thread_adopt(&t->arch);
}

int thread_start(struct thread *t, const char *name, void (*fn)(void *arg), void *arg, u32 cpu,
		 u32 prio)
{
	if (cpu >= nr_cpus_found || !cpu_is_online(cpu))
		return -ENODEV;
	thread_adopt(t, name, cpu, prio);
	t->stack_top = stack_alloc();
	if (!t->stack_top)
		return -ENOMEM;
	t->fn = fn;
	t->arg = arg;
	sched_prepare(t);
	sched_enqueue(t);
	return 0;
}

void thread_release(struct thread *t)
{
	struct thread *joiner = __atomic_exchange_n(&t->joiner, THREAD_GOING, __ATOMIC_ACQ_REL);

	if (joiner)
		thread_wake(joiner);
	__atomic_store_n(&t->joiner, THREAD_GONE, __ATOMIC_RELEASE);
}

void thread_join(struct thread *t)
{
	struct thread *me = current_thread(), *expected = NULL;

	if (__atomic_compare_exchange_n(&t->joiner, &expected, me, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE))
		while (thread_joiner(t) == me)
			thread_wait();
	/* The other side is in the middle of a switch, interrupts off, on another CPU. */
	while (thread_joiner(t) != THREAD_GONE)
		cpu_relax();
	if (t->stack_top)
		stack_free(t->stack_top);
}

void thread_wait(void)
{
	sched_wait();
}

static void thread_sleep_over(struct timer *timer)
{
	thread_wake(container_of(timer, struct thread, sleep));
}

static void thread_arm_sleep(struct thread *t, u64 ns)
{
	unsigned long flags;

	local_irq_save(flags);
	t->sleep.fire = thread_sleep_over;
	timer_arm(&t->sleep, ns);
	local_irq_restore(flags);
}

static void thread_disarm_sleep(struct thread *t)
{
	unsigned long flags;

	local_irq_save(flags);
	timer_cancel(&t->sleep);
	local_irq_restore(flags);
}

void thread_sleep_ns(u64 ns)
{
	struct thread *t = current_thread();
	u64 start = clock_ns();

	if (!timer_works()) {
		while (clock_ns() - start < ns)
			schedule();
		return;
	}
	/* A wake-up meant for something else may end a wait early. */
	while (clock_ns() - start < ns) {
		thread_arm_sleep(t, ns - (clock_ns() - start));
		thread_wait();
		thread_disarm_sleep(t);
	}
}
