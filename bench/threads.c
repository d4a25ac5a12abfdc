// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads - see bench/threads.h. The thread that starts them sleeps until all are over, so each CPU
 * has one thread that runs.
 *
 * Time is looked at after a chunk, long against the look and short against the time.
 */
#include <bench/threads.h>

#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <arch/timer.h>
#include <bench/validate.h>
#include <core/clock.h>
#include <sched/sched.h>

#define CHUNK_LOOPS 16
#define GATE_NS	    (20 * NS_PER_SECOND) /* for all to come; an emulator may be slow */

/* Written by its own thread; read when that is over. Nothing else lies on its lines. */
struct load_cpu {
	struct thread thread;
	u64 operations;
	u64 ticks;
	struct sample_noise noise;
	struct run_state before, after;
} __aligned(128);

/* Written before the threads start; the counts are theirs. */
struct load {
	const struct run *run;
	u64 ticks;
	u32 nr;
	u32 arrived;
	u32 done;
	bool is_late; /* by whoever has waited too long */
};

static struct load_cpu load_cpus[THREADS_MAX];
static struct load load;

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
	const struct bench_case *c = load.run->bench_case;
	u64 start;
	u32 cpu;

	me->operations = 0;
	me->noise = (struct sample_noise){ 0 };
	validate_read_state(&me->before);
	sample_noise_begin(&me->noise, &cpu);
	start = arch_counter_read();
	do {
		c->short_block(CHUNK_LOOPS);
		me->operations += CHUNK_LOOPS * c->copies;
		me->ticks = arch_counter_read() - start;
	} while (me->ticks < load.ticks);
	sample_noise_end(&me->noise, cpu);
	validate_read_state(&me->after);
}

/* Until all have come, or one has waited too long. */
static bool load_gate(const u32 *count, void (*meanwhile)(u64 loops))
{
	u64 start = clock_ns();

	while (!load_is_full(count) && !READ_ONCE(load.is_late)) {
		if (meanwhile)
			meanwhile(CHUNK_LOOPS);
		else
			cpu_relax();
		if (clock_ns() - start > GATE_NS)
			WRITE_ONCE(load.is_late, true);
	}
	return !READ_ONCE(load.is_late);
}

/* A first chunk makes slabs and stocks; whoever is through keeps on loading. */
static void load_run(void *arg)
{
	const struct bench_case *c = load.run->bench_case;

	if (!load.run->irqs_on)
		local_irq_disable();
	c->short_block(CHUNK_LOOPS);
	load_count(&load.arrived);
	if (load_gate(&load.arrived, NULL)) {
		load_measure(arg);
		load_count(&load.done);
		load_gate(&load.done, c->short_block);
	}
	if (!load.run->irqs_on)
		local_irq_enable();
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

static void noise_add(struct sample_noise *sum, const struct sample_noise *n)
{
	sum->irqs_taken += n->irqs_taken;
	sum->irqs_unexpected += n->irqs_unexpected;
	sum->switches += n->switches;
	sum->migrations += n->migrations;
	sum->resched_pending += n->resched_pending;
}

static const char *load_collect(struct sample_set *set)
{
	const char *reason = NULL;

	for (u32 cpu = 0; cpu < load.nr; cpu++) {
		struct load_cpu *l = &load_cpus[cpu];

		thread_join(&l->thread);
		set->t_short[set->nr_short++] = l->operations;
		set->t_long[set->nr_long++] = l->ticks;
		noise_add(&set->noise, &l->noise);
		if (!reason && !READ_ONCE(load.is_late))
			reason = validate_state(load.run, &l->before, &l->after);
	}
	return READ_ONCE(load.is_late) ? "a CPU did not come, or did not end" : reason;
}

const char *threads_run(const struct plan *plan, const struct run *run, struct sample_set *set)
{
	u64 hz = clock_desc()->counter_hz;
	const char *reason, *found;

	if (!hz)
		return "no clock source";
	load = (struct load){ .run = run, .ticks = hz / 1000 * plan->load_ms, .nr = run->cpus };
	reason = load_start();
	found = load_collect(set);
	return reason ? reason : found;
}
