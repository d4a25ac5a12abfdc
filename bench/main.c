// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the bench: the plan, then run after run, each record out of the machine before the next
 * run starts.
 */
#include <kernel/payload.h>

#include <arch/irqflags.h>
#include <bench/plan.h>
#include <bench/run.h>
#include <core/clock.h>
#include <core/cmdline.h>
#include <core/env.h>
#include <core/printk.h>
#include <core/timer.h>
#include <lib/errno.h>
#include <lib/string.h>

/* Clocks of real machines rise slowly after idling (docs/measurement.md, M4). */
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

void payload_main(struct payload_result *result)
{
	u64 start = clock_ns();

	if (list_only) {
		plan_list_cases();
		return;
	}
	send_plan();
	warm_up();
	stage("runs");
	set_tick(plan.tick_hz);
	for (u32 i = 0; i < plan.nr_runs; i++) {
		bool is_late = plan.budget_ns && clock_ns() - start > plan.budget_ns;

		if (is_late)
			run_refuse(&plan, i, "left out: the time budget was spent", &record);
		if (!is_late && run_measure(&plan, i, &record))
			result->runs_ok++;
		else
			result->runs_refused++;
	}
	set_tick(0);
}
