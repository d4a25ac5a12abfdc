// SPDX-License-Identifier: GPL-2.0-only
/*
 * turn - the passes of one core over the runs that are its own.
 *
 * The samples of a run are spread over the passes, and each pass goes through the runs in another
 * order: rows that will be compared share whatever the machine does meanwhile. Nothing is printed
 * while a run takes samples; between runs there may be a line.
 */
#include <bench/turn.h>

#include <arch/irqflags.h>
#include <bench/progress.h>
#include <bench/summary.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/printk.h>
#include <core/smp.h>
#include <core/timer.h>
#include <kernel/payload.h>
#include <lib/errno.h>

/* Clocks of real machines rise slowly after idling (docs/measurement.md). */
#define WARM_UP_NS (100 * NS_PER_MS)

#define TICK_NS NS_PER_SECOND /* for a CPU to answer */

/* A core that begins no run for so long is stuck; the longest under emulation take minutes. */
#define STUCK_NS (3600 * NS_PER_SECOND)

/*
 * Time is the cost of a machine that runs at full speed; an instruction is an instruction at once.
 */
static void warm_up(void)
{
	if (env_current() == ENV_TCG_ICOUNT || env_current() == ENV_TCG)
		return;
	stage("warm-up");
	clock_delay_ns(WARM_UP_NS);
}

static void set_tick_here(void *hz)
{
	unsigned long flags;

	local_irq_save(flags);
	if (timer_works())
		timer_set_tick(*(u32 *)hz);
	local_irq_restore(flags);
}

/* On every CPU: all may measure. */
static void set_tick(u32 hz)
{
	static u32 tick; /* a CPU that is late reads it later */

	if (tick == hz)
		return;
	tick = hz;
	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu) && smp_call(cpu, set_tick_here, &tick, TICK_NS))
			printk("note: CPU %u: its tick cannot be set", cpu);
}

/* `bye` counts records of kind `run`. What the oracle found is a failure of the boot. */
static void send_one(const struct turn *turn, u32 index)
{
	struct payload_result *result = turn->payload;
	struct run_result *r = &turn->results[index];
	bool ok = run_send(turn->plan, index, r, turn->record);

	result->failed |= r->fault.is_found;
	if (turn->plan->runs[index].bench_case->flags & CASE_COUNTS)
		return;
	if (ok)
		result->runs_ok++;
	else
		result->runs_refused++;
}

/* How many samples of each block pass number @pass takes; the last one takes what is left. */
static u32 pass_samples(const struct plan *plan, u32 pass)
{
	u32 each = plan->samples / plan->passes;

	return pass + 1 == plan->passes ? plan->samples - pass * each : each;
}

/*
 * False: the budget is spent; each core has an equal share. A pass that has begun leaves out what
 * it cannot reach.
 */
static bool is_in_time(const struct turn *turn, u64 start)
{
	u64 budget_ns = turn->plan->budget_ns;

	return !budget_ns || clock_ns() - start < budget_ns / turn->cores->nr;
}

static void measure_one(const struct turn *turn, u32 index, u32 pass, u64 start)
{
	struct run_result *r = &turn->results[index];

	if (is_in_time(turn, start))
		run_measure(turn->plan, index, pass_samples(turn->plan, pass), r);
	else if (!r->reason && !sample_is_full(&r->samples))
		r->reason = "left out: the time budget was spent";
}

static bool turn_has(const struct turn *turn, u32 index)
{
	return !turn->core || !run_is_shared(&turn->plan->runs[index]);
}

static u32 turn_nr_runs(const struct turn *turn)
{
	u32 nr = 0;

	for (u32 i = 0; i < turn->plan->nr_runs; i++)
		nr += turn_has(turn, i);
	return nr;
}

/*
 * Context: a thread of the core that measures. Where there is one pass its runs are over one by
 * one, and are out of the machine at once.
 */
static void turn_measure(void *arg)
{
	struct turn *turn = arg;
	struct progress progress = { .nr_runs = turn_nr_runs(turn),
				     .nr_passes = turn->plan->passes,
				     .budget_ns = turn->plan->budget_ns / turn->cores->nr };
	static u16 order[PLAN_RUNS_MAX];
	u64 start;

	warm_up();
	stage("measure");
	set_tick(turn->plan->tick_hz);
	start = clock_ns();
	progress_begin(&progress);
	for (u32 pass = 0; pass < turn->plan->passes; pass++) {
		printk("pass %u of %u", pass + 1, turn->plan->passes);
		plan_shuffle(turn->plan, pass, order);
		for (u32 i = 0, number = 0; i < turn->plan->nr_runs; i++) {
			u32 index = order[i];

			if (!turn_has(turn, index))
				continue;
			WRITE_ONCE(turn->nr_begun, turn->nr_begun + 1);
			progress_step(&progress, pass, number++);
			measure_one(turn, index, pass, start);
			if (turn->plan->passes == 1)
				send_one(turn, index);
		}
	}
	set_tick(0);
	complete(&turn->done);
}

/* As no run had begun: in the turn before they held something else. */
static void turn_reset(struct turn *turn)
{
	u32 number = turn->core ? plan_nr_records(turn->plan, turn->core) : 0;

	for (u32 i = 0; i < turn->plan->nr_runs; i++) {
		struct run_result *r = &turn->results[i];

		*r = (struct run_result){ .number = number,
					  .cpu = turn->cores->slots[turn->core],
					  .samples = { .room = r->samples.room,
						       .t_short = r->samples.t_short,
						       .t_long = r->samples.t_long } };
		number += turn_has(turn, i);
	}
}

/* False: no run has begun for too long. */
static bool turn_wait(struct turn *turn)
{
	u32 before;

	do {
		before = READ_ONCE(turn->nr_begun);
		if (wait_for_completion_timeout(&turn->done, STUCK_NS))
			return true;
	} while (READ_ONCE(turn->nr_begun) != before);
	return false;
}

/* On a core that is not the caller's. 0, or a negative errno after a line. */
static int turn_run_there(struct turn *turn, u32 cpu)
{
	int result = thread_start(&turn->thread, "measure", turn_measure, turn, cpu, PRIO_NORMAL);

	if (result) {
		printk("error: CPU %u: no memory for the thread that measures", cpu);
		return result;
	}
	if (!turn_wait(turn)) {
		printk("error: CPU %u: it measures without end", cpu);
		return -ETIMEDOUT;
	}
	thread_join(&turn->thread);
	return 0;
}

int turn_run(struct turn *turn)
{
	u32 cpu = turn->cores->slots[turn->core];
	int result = 0;

	if (turn->cores->nr > 1 || cpu)
		printk("core %u of %u: CPU %u", turn->core + 1, turn->cores->nr, cpu);
	turn_reset(turn);
	completion_init(&turn->done);
	if (cpu == smp_cpu())
		turn_measure(turn);
	else
		result = turn_run_there(turn, cpu);
	if (result)
		return result;
	stage("send");
	for (u32 i = 0; i < turn->plan->nr_runs && turn->plan->passes > 1; i++)
		if (turn_has(turn, i))
			send_one(turn, i);
	bench_summary(turn->plan, turn->results, turn->cores->nr > 1 || cpu ? (s32)cpu : -1);
	return 0;
}
