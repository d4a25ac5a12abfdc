// SPDX-License-Identifier: GPL-2.0-only
/*
 * crowd - see the header. Sequences are each CPU's own: interrupts draw from them, too, so what
 * comes when differs from boot to boot, but what is drawn does not.
 */
#include <test/crowd.h>

#include <core/clock.h>
#include <core/cmdline.h>
#include <core/percpu.h>
#include <core/smp.h>
#include <sched/rcu.h>
#include <sched/sched.h>
#include <sched/workqueue.h>
#include <test/aid.h>
#include <test/test.h>

#define SECONDS_MAX 600

struct crowd {
	u64 until_ns;
	void (*act)(u32 cpu);
};

static DEFINE_PER_CPU(u32, crowd_state);

static void act_until(void *arg)
{
	const struct crowd *crowd = arg;

	while (clock_ns() < crowd->until_ns && !test_has_failed()) {
		crowd->act(smp_cpu());
		schedule();
	}
}

void crowd_run(u64 ns, void (*act)(u32 cpu))
{
	struct crowd crowd = { clock_ns() + ns, act };

	subject_run_everywhere(act_until, &crowd);
}

static void nothing(struct work *work)
{
	(void)work;
}

/* What is queued on a CPU runs in order. */
static void workers_flush(void)
{
	struct work work;
	u32 cpu = 0;

	do {
		work_init(&work, nothing);
		queue_work_on(cpu, &work);
		flush_work(&work);
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

void crowd_settle(void)
{
	workers_flush();
	rcu_barrier();
	rcu_barrier();
}

void crowd_seed(u64 seed)
{
	u32 cpu = 0;

	do {
		per_cpu(crowd_state, cpu) = (u32)seed + cpu * 7919u;
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

u32 crowd_random(u32 below)
{
	u32 *state = this_cpu_ptr(&crowd_state);
	u32 next = READ_ONCE(*state) * 1664525u + 1013904223u;

	WRITE_ONCE(*state, next);
	return (next >> 12) % below;
}

int crowd_options(u64 *seconds, u64 *seed)
{
	int error = cmdline_u64("storm", 1, 1, SECONDS_MAX, seconds);

	return error ? error : cmdline_u64("seed", 1, 0, INT64_MAX, seed);
}
