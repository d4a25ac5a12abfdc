// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the bench: the plan, then passes over all of its runs, then their records.
 *
 * The samples of a run are spread over the passes, and each pass goes through the runs in another
 * order: rows that will be compared share whatever the machine does meanwhile. Nothing is printed
 * while a run takes samples; between runs there may be a line.
 */
#include <kernel/payload.h>

#include <arch/irqflags.h>
#include <arch/mmu.h>
#include <bench/cores.h>
#include <bench/plan.h>
#include <bench/progress.h>
#include <bench/run.h>
#include <bench/summary.h>
#include <bench/threads.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/env.h>
#include <core/page_alloc.h>
#include <core/printk.h>
#include <core/smp.h>
#include <core/stack.h>
#include <core/summary.h>
#include <core/timer.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/sched.h>
#include <sched/wait.h>

/* Clocks of real machines rise slowly after idling (docs/measurement.md). */
#define WARM_UP_NS (100 * NS_PER_MS)

#define TICK_NS NS_PER_SECOND /* for a CPU to answer */

/* A core that begins no run for so long is stuck; the longest under emulation take minutes. */
#define STUCK_NS (3600 * NS_PER_SECOND)

const char payload_name[] = "bench";

static struct plan plan;
static struct core_set cores;
static struct record record;
static struct run_result *results; /* NULL: nothing has been prepared */
static bool list_only;

int payload_check(void)
{
	const char *list = cmdline_value("list");

	if (list && strcmp(list, "cases")) {
		printk("error: list=%s: valid is cases", list);
		return -EINVAL;
	}
	list_only = list;
	return cores_read(cmdline_value("core"), &cores) ? -EINVAL : plan_make(&plan);
}

static void send_plan(void)
{
	record_begin(&record, "plan");
	record_int(&record, "runs", plan_nr_records(&plan, cores.nr));
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
static void send_one(u32 index, struct run_result *r, struct payload_result *result)
{
	bool ok = run_send(&plan, index, r, &record);

	result->failed |= r->fault.is_found;
	if (plan.runs[index].bench_case->flags & CASE_COUNTS)
		return;
	if (ok)
		result->runs_ok++;
	else
		result->runs_refused++;
}

/* How many samples of each block pass number @pass takes; the last one takes what is left. */
static u32 pass_samples(u32 pass)
{
	u32 each = plan.samples / plan.passes;

	return pass + 1 == plan.passes ? plan.samples - pass * each : each;
}

/*
 * False: the budget is spent; each core has an equal share. A pass that has begun leaves out what
 * it cannot reach.
 */
static bool is_in_time(u64 start)
{
	return !plan.budget_ns || clock_ns() - start < plan.budget_ns / cores.nr;
}

static void measure_one(u32 index, u32 pass, u64 start, struct run_result *r)
{
	if (is_in_time(start))
		run_measure(&plan, index, pass_samples(pass), r);
	else if (!r->reason && !sample_is_full(&r->samples))
		r->reason = "left out: the time budget was spent";
}

/* One core's turn: what is not its own to measure is passed over. */
struct turn {
	u32 core;     /* place in the core set */
	u32 nr_begun; /* runs of all passes; the thread that measures writes, its starter reads */
	struct payload_result *payload;
	struct thread thread;	/* unless the core is the boot CPU */
	struct completion done; /* its last word */
};

static bool turn_has(const struct turn *turn, u32 index)
{
	return !turn->core || !run_is_shared(&plan.runs[index]);
}

static u32 turn_nr_runs(const struct turn *turn)
{
	u32 nr = 0;

	for (u32 i = 0; i < plan.nr_runs; i++)
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
				     .nr_passes = plan.passes,
				     .budget_ns = plan.budget_ns / cores.nr };
	static u16 order[PLAN_RUNS_MAX];
	u64 start;

	warm_up();
	stage("measure");
	set_tick(plan.tick_hz);
	start = clock_ns();
	progress_begin(&progress);
	for (u32 pass = 0; pass < plan.passes; pass++) {
		printk("pass %u of %u", pass + 1, plan.passes);
		plan_shuffle(&plan, pass, order);
		for (u32 i = 0, number = 0; i < plan.nr_runs; i++) {
			u32 index = order[i];

			if (!turn_has(turn, index))
				continue;
			WRITE_ONCE(turn->nr_begun, turn->nr_begun + 1);
			progress_step(&progress, pass, number++);
			measure_one(index, pass, start, &results[index]);
			if (plan.passes == 1)
				send_one(index, &results[index], turn->payload);
		}
	}
	set_tick(0);
	complete(&turn->done);
}

/* As no run had begun: in the turn before they held something else. */
static void turn_reset(struct turn *turn)
{
	u32 number = turn->core ? plan_nr_records(&plan, turn->core) : 0;

	for (u32 i = 0; i < plan.nr_runs; i++) {
		struct run_result *r = &results[i];

		*r = (struct run_result){ .number = number,
					  .cpu = cores.slots[turn->core],
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

/*
 * The measuring thread is the core's own; the caller sleeps meanwhile. Negative errno: nothing can
 * be measured any more, and what there is may still be written to.
 */
static int turn_run(struct turn *turn)
{
	u32 cpu = cores.slots[turn->core];
	int result = 0;

	if (cores.nr > 1 || cpu)
		printk("core %u of %u: CPU %u", turn->core + 1, cores.nr, cpu);
	turn_reset(turn);
	completion_init(&turn->done);
	if (cpu == smp_cpu())
		turn_measure(turn);
	else
		result = turn_run_there(turn, cpu);
	if (result)
		return result;
	stage("send");
	for (u32 i = 0; i < plan.nr_runs && plan.passes > 1; i++)
		if (turn_has(turn, i))
			send_one(i, &results[i], turn->payload);
	bench_summary(&plan, results, cores.nr > 1 || cpu ? (s32)cpu : -1);
	return 0;
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
	struct run_result *made = block_alloc(plan.nr_runs * sizeof(*made));
	u64 nr = 0, *samples;

	for (u32 i = 0; i < plan.nr_runs; i++)
		nr += 2 * plan_room(&plan, &plan.runs[i]);
	samples = block_alloc(nr * sizeof(*samples));
	for (u32 i = 0; i < plan.nr_runs && made && samples; i++) {
		u32 room = plan_room(&plan, &plan.runs[i]);

		made[i].samples = (struct sample_set){ .room = room,
						       .t_short = samples,
						       .t_long = samples + room };
		samples += 2 * room;
	}
	return samples ? made : NULL;
}

/* What subjects need beside their own: CPUs, RCU and workers, threads. */
static int prepare_subjects(void)
{
	u32 nr = (u32)min_u64(world_cpus(), THREADS_MAX);

	if (nr < nr_cpus_found)
		printk("note: subjects use CPUs 0 to %u of %u: the next one is absent, or there "
		       "are too many",
		       nr - 1, nr_cpus_found);
	if (plan_spread(&plan, nr))
		return -EINVAL;
	if (!world_init() && !stack_reserve(nr))
		return 0;
	printk("error: memory: no room for workers and threads on %u CPUs", nr);
	return -ENOMEM;
}

/* NULL after a line that says what is missing. */
static struct run_result *prepare(void)
{
	struct run_result *made;

	if (cores_choose(&cores, cpus, nr_cpus_found))
		return NULL;
	if (cores.more)
		printk("note: more than %u kinds of CPU: the others are not measured", CORES_MAX);
	if (plan_has_subjects(&plan) && prepare_subjects())
		return NULL;
	made = results_make();
	if (!made)
		printk("error: memory: no room for the samples of %u runs", plan.nr_runs);
	return made;
}

void payload_main(struct payload_result *result)
{
	static struct turn turn;

	if (list_only) {
		plan_list_cases();
		summary_leave_out();
		return;
	}
	turn.payload = result;
	results = prepare();
	if (!results) {
		result->failed = true;
		return;
	}
	send_plan();
	for (turn.core = 0; turn.core < cores.nr; turn.core++) {
		if (turn_run(&turn)) {
			result->failed = true;
			return;
		}
	}
}
