// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the bench: the plan, room for what it measures, then one core's turn after the other. All
 * memory is taken before the first one.
 */
#include <kernel/payload.h>

#include <arch/mmu.h>
#include <bench/cores.h>
#include <bench/plan.h>
#include <bench/run.h>
#include <bench/threads.h>
#include <bench/turn.h>
#include <core/cmdline.h>
#include <core/page_alloc.h>
#include <core/printk.h>
#include <core/smp.h>
#include <core/stack.h>
#include <core/summary.h>
#include <lib/errno.h>
#include <lib/string.h>

const char payload_name[] = "bench";

static struct plan plan;
static struct core_set cores;
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
	static struct turn turn = { .plan = &plan, .cores = &cores, .record = &record };

	if (list_only) {
		plan_list_cases();
		summary_leave_out();
		return;
	}
	turn.payload = result;
	turn.results = prepare();
	if (!turn.results) {
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
