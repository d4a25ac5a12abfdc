// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the bench: the plan, then passes over all of its runs, then their records.
 *
 * The samples of a run are spread over the passes, and each pass goes through the runs in another
 * order: rows that will be compared share whatever the machine does meanwhile. Nothing is printed
 * during a pass.
 */
#include <kernel/payload.h>

#include <arch/irqflags.h>
#include <arch/mmu.h>
#include <bench/plan.h>
#include <bench/run.h>
#include <bench/threads.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/env.h>
#include <core/page_alloc.h>
#include <core/printk.h>
#include <core/timer.h>
#include <lib/errno.h>
#include <lib/string.h>

/* Clocks of real machines rise slowly after idling (docs/measurement.md). */
#define WARM_UP_NS (100 * NS_PER_MS)

const char payload_name[] = "bench";

static struct plan plan;
static struct record record;
static bool list_only;

int payload_check(void)
{
	const char *list = cmdline_value("list");

	if (list && strcmp(list, "cases")) {
		printk("error: list=%s: valid is cases", list);
		return -EINVAL;
	}
	list_only = list;
	return plan_make(&plan);
}

static void send_plan(void)
{
	record_begin(&record, "plan");
	record_int(&record, "runs", plan.nr_runs);
	record_str(&record, "profile", profile_name(plan.profile));
	record_int(&record, "samples", plan.samples);
	record_int(&record, "seed", (s64)plan.seed);
	record_send(&record);
}

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

static void set_tick(u32 hz)
{
	unsigned long flags;

	local_irq_save(flags);
	if (timer_works())
		timer_set_tick(hz);
	local_irq_restore(flags);
}

/* How many samples of each block pass number @pass takes; the last one takes what is left. */
static u32 pass_samples(u32 pass)
{
	u32 each = plan.samples / plan.passes;

	return pass + 1 == plan.passes ? plan.samples - pass * each : each;
}

/* False: the budget is spent. A pass that has begun leaves out what it cannot reach. */
static bool is_in_time(u64 start)
{
	return !plan.budget_ns || clock_ns() - start < plan.budget_ns;
}

static void measure_all(struct run_result *results)
{
	static u16 order[PLAN_RUNS_MAX];
	u64 start = clock_ns();

	for (u32 pass = 0; pass < plan.passes; pass++) {
		printk("pass %u of %u", pass + 1, plan.passes);
		plan_shuffle(&plan, pass, order);
		for (u32 i = 0; i < plan.nr_runs; i++) {
			if (is_in_time(start))
				run_measure(&plan, order[i], pass_samples(pass),
					    &results[order[i]]);
			else
				results[order[i]].reason = "left out: the time budget was spent";
		}
	}
}

/* The block that holds @bytes; one for good, so nobody gives it back. NULL: there is none. */
static void *block_alloc(u64 bytes)
{
	u32 order = 0;
	u64 phys;

	while ((PAGE_SIZE << order) < bytes)
		order++;
	phys = order <= PAGE_ORDER_MAX ? page_alloc_zeroed(order) : 0;
	return phys ? phys_to_virt(phys) : NULL;
}

/* Room for what every run has and for its samples; NULL: no memory. */
static struct run_result *results_make(void)
{
	struct run_result *results = block_alloc(plan.nr_runs * sizeof(*results));
	u64 nr = 0, *samples;

	for (u32 i = 0; i < plan.nr_runs; i++)
		nr += 2 * plan_room(&plan, &plan.runs[i]);
	samples = block_alloc(nr * sizeof(*samples));
	for (u32 i = 0; i < plan.nr_runs && results && samples; i++) {
		u32 room = plan_room(&plan, &plan.runs[i]);

		results[i].samples = (struct sample_set){ .room = room,
							  .t_short = samples,
							  .t_long = samples + room };
		samples += 2 * room;
	}
	return samples ? results : NULL;
}

/* `bye` counts records of kind `run`. */
static void send_all(struct run_result *results, struct payload_result *result)
{
	for (u32 i = 0; i < plan.nr_runs; i++) {
		bool ok = run_send(&plan, i, &results[i], &record);

		if (plan.runs[i].bench_case->flags & CASE_COUNTS)
			continue;
		if (ok)
			result->runs_ok++;
		else
			result->runs_refused++;
	}
}

void payload_main(struct payload_result *result)
{
	struct run_result *results;
	u32 threads;

	if (list_only) {
		plan_list_cases();
		return;
	}
	threads = (u32)min_u64(world_cpus(), THREADS_MAX);
	plan_spread(&plan, threads);
	results = results_make();
	if (!results || world_init() || threads_init(threads)) {
		printk("error: memory: no room for %u runs", plan.nr_runs);
		result->failed = true;
		return;
	}
	send_plan();
	warm_up();
	stage("measure");
	set_tick(plan.tick_hz);
	measure_all(results);
	set_tick(0);
	stage("send");
	send_all(results, result);
}
