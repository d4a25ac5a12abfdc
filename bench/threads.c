// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads - see bench/threads.h. The thread that starts them sleeps until all are over, so each CPU
 * has one thread that runs.
 *
 * Time is looked at after a chunk, long against the look and short against the time.
 */
#include <bench/threads.h>

#include <arch/cpu.h>
#include <arch/timer.h>
#include <core/clock.h>
#include <core/stack.h>
#include <lib/errno.h>
#include <sched/sched.h>

#define CHUNK_LOOPS 16

/* Written by its own thread; read when that is over. Nothing else lies on its lines. */
struct load_cpu {
	struct thread thread;
	u64 operations;
	u64 ticks;
	u64 switches;
} __aligned(128);

/* Written before the threads start; the counts are theirs. */
struct load {
	const struct bench_case *bench_case;
	u64 ticks;
	u32 nr;
	u32 arrived;
	u32 done;
};

static struct load_cpu load_cpus[THREADS_MAX];
static struct load load;

int threads_init(u32 nr)
{
	unsigned long list = 0;
	int error = 0;

	/* Linked through their lowest word; stack_free() uses the highest. */
	for (u32 i = 0; i < nr && !error; i++) {
		unsigned long top = stack_alloc();

		error = top ? 0 : -ENOMEM;
		if (error)
			break;
		*(unsigned long *)(top - STACK_BYTES) = list;
		list = top;
	}
	while (list) {
		unsigned long top = list;

		list = *(unsigned long *)(top - STACK_BYTES);
		stack_free(top);
	}
	return error;
}

static void load_count(u32 *count)
{
	__atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL);
}

static bool load_is_full(const u32 *count)
{
	return __atomic_load_n(count, __ATOMIC_ACQUIRE) == READ_ONCE(load.nr);
}

static void load_measure(struct load_cpu *me)
{
	const struct bench_case *c = load.bench_case;
	u64 switches = this_cpu_read(sched_switches);
	u64 start = arch_counter_read();

	me->operations = 0;
	do {
		c->short_block(CHUNK_LOOPS);
		me->operations += CHUNK_LOOPS * c->copies;
		me->ticks = arch_counter_read() - start;
	} while (me->ticks < load.ticks);
	me->switches = this_cpu_read(sched_switches) - switches;
}

/* A first chunk makes slabs and stocks; whoever is through keeps on loading. */
static void load_run(void *arg)
{
	const struct bench_case *c = load.bench_case;

	c->short_block(CHUNK_LOOPS);
	load_count(&load.arrived);
	while (!load_is_full(&load.arrived))
		cpu_relax();
	load_measure(arg);
	load_count(&load.done);
	while (!load_is_full(&load.done))
		c->short_block(CHUNK_LOOPS);
}

/* All or none: those that did start would wait for the others. */
static const char *load_start(void)
{
	for (u32 cpu = 0; cpu < load.nr; cpu++) {
		struct load_cpu *l = &load_cpus[cpu];

		if (thread_start(&l->thread, "load", load_run, l, cpu, PRIO_NORMAL)) {
			WRITE_ONCE(load.nr, cpu);
			return "a thread cannot be started";
		}
	}
	return NULL;
}

static void load_collect(struct sample_set *set)
{
	for (u32 cpu = 0; cpu < load.nr; cpu++) {
		struct load_cpu *l = &load_cpus[cpu];

		thread_join(&l->thread);
		set->t_short[set->nr_short++] = l->operations;
		set->t_long[set->nr_long++] = l->ticks;
		set->noise.switches += l->switches;
	}
}

const char *threads_run(const struct plan *plan, const struct run *run, struct sample_set *set)
{
	u64 hz = clock_desc()->counter_hz;
	const char *reason;

	if (!hz)
		return "no clock source";
	load = (struct load){ .bench_case = run->bench_case,
			      .ticks = hz / 1000 * plan->load_ms,
			      .nr = run->cpus };
	reason = load_start();
	load_collect(set);
	return reason;
}
