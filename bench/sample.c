// SPDX-License-Identifier: GPL-2.0-only
/*
 * sample - the measured path. Between the two readings of a sample there is a call of the block and
 * nothing else: no print, no allocation, no lock. Counting what disturbed it is done outside of
 * them.
 */
#include <bench/sample.h>

#include <arch/measure.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/irq.h>
#include <core/smp.h>
#include <sched/sched.h>

/* One tick of the slowest counter in use (24 MHz) is 42 ns; 20 us make it 0.2 %. */
#define SAMPLE_NS	 (20 * NS_PER_US)
#define SAMPLE_LOOPS_MAX (1ull << 20)
#define CHOOSE_TRIES	 3
#define LOOPS_INSN	 2
#define WARM_TRIES	 3
#define WARM_LOOPS	 4

/* Not inlined, so that both blocks are reached by the same instructions. */
static __noinline u64 sample_one(void (*block)(u64 loops), u64 loops)
{
	u64 start = arch_measure_start();

	block(loops);
	return arch_measure_stop() - start;
}

void sample_noise_begin(struct sample_noise *n, u32 *cpu)
{
	*cpu = smp_cpu();
	n->irqs_taken -= this_cpu_read(irqs_taken);
	n->irqs_unexpected -= this_cpu_read(irqs_unexpected);
	n->switches -= this_cpu_read(sched_switches);
	n->resched_pending += need_resched();
}

void sample_noise_end(struct sample_noise *n, u32 cpu)
{
	n->irqs_taken += this_cpu_read(irqs_taken);
	n->irqs_unexpected += this_cpu_read(irqs_unexpected);
	n->switches += this_cpu_read(sched_switches);
	n->migrations += smp_cpu() != cpu;
	n->resched_pending += need_resched();
}

static void sample_push(struct sample_set *set, bool is_long, u64 ticks)
{
	u32 *nr = is_long ? &set->nr_long : &set->nr_short;
	u64 *buffer = is_long ? set->t_long : set->t_short;

	if (*nr < set->room)
		buffer[(*nr)++] = ticks;
	else
		set->lost++;
}

void sample_take(struct sample_set *set, const struct bench_case *c, u64 loops, u32 samples)
{
	/* A B B A: a drift of the machine falls on both blocks alike. */
	for (u32 i = 0; i < 2 * samples; i++) {
		bool is_long = (i + 1) & 2;
		u32 cpu;
		u64 ticks;

		sample_noise_begin(&set->noise, &cpu);
		ticks = sample_one(is_long ? c->long_block : c->short_block, loops);
		sample_noise_end(&set->noise, cpu);
		sample_push(set, is_long, ticks);
	}
}

static u64 ticks_wanted(void)
{
	u64 hz = clock_desc()->counter_hz;

	return hz ? hz / (NS_PER_SECOND / SAMPLE_NS) : SAMPLE_NS;
}

/* The fastest of a few: the first ones meet cold caches, or an emulator that translates. */
static u64 ticks_of_short(const struct bench_case *c, u64 loops)
{
	u64 best = UINT64_MAX;

	for (u32 i = 0; i < CHOOSE_TRIES; i++)
		best = min_u64(best, sample_one(c->short_block, loops));
	return best;
}

void sample_warm(const struct bench_case *c)
{
	for (u32 i = 0; i < WARM_TRIES; i++) {
		sample_one(c->short_block, WARM_LOOPS);
		sample_one(c->long_block, WARM_LOOPS);
	}
}

u64 sample_choose_loops(const struct bench_case *c)
{
	u64 loops = 1, wanted = ticks_wanted();

	if (env_counts_instructions())
		return LOOPS_INSN;
	while (loops < SAMPLE_LOOPS_MAX && ticks_of_short(c, loops) < wanted)
		loops *= 2;
	return loops;
}

u64 sample_sum(const u64 *ticks, u32 nr)
{
	u64 sum = 0;

	for (u32 i = 0; i < nr; i++)
		sum += ticks[i];
	return sum;
}
