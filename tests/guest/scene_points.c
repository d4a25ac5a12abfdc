// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene_points - disturb a scene where the subject itself says that it would hurt: between the read
 * and the write of what a section protects.
 */
#include <arch/ipi.h>
#include <core/preempt.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/hit.h>
#include <test/test.h>

#define POINT_ROUNDS 32u

static struct thread disturbing;
static bool disturb_end; /* written before the last wake-up */

static void disturb_run(void *unused)
{
	for (;;) {
		thread_wait();
		if (READ_ONCE(disturb_end))
			return;
		hit_act(unused);
	}
}

static void point_task(void)
{
	if (in_task() && hit.in_calls && current_thread() != &disturbing)
		thread_wake(&disturbing);
}

static void point_hardirq(void)
{
	/* The interrupt has points, too. */
	if (in_hardirq() || !hit.in_calls)
		return;
	arch_ipi_self(IPI_HOOK);
	/* Where interrupts are on, it is taken here. */
	for (u32 i = 0; i < 100; i++)
		cpu_relax();
}

static void disturb_begin(enum disturber disturber)
{
	bool by_task = disturber == DISTURB_TASK;

	hit = (struct hit){ .level = disturber == DISTURB_SOFTIRQ_CALLS ? LEVEL_SOFTIRQ
									: LEVEL_TASK };
	disturb_end = false;
	if (by_task)
		EXPECT_EQ(thread_start(&disturbing, "disturber", disturb_run, NULL, 0, PRIO_HIGH),
			  0);
	else
		aid_set_irq_hook(hit_act, NULL);
	world.ops->set_point(by_task ? point_task : point_hardirq);
}

static void disturb_finish(enum disturber disturber)
{
	world.ops->set_point(NULL);
	if (disturber == DISTURB_TASK) {
		WRITE_ONCE(disturb_end, true);
		thread_wake(&disturbing);
		thread_join(&disturbing);
	}
	aid_set_irq_hook(NULL, NULL);
	hit_release();
}

void scene_points(const struct scene *scene, enum disturber disturber, struct scene_result *result)
{
	*result = (struct scene_result){ .shots = 0 };
	/* The oracle's bounds are those of the largest object that it was told of. */
	world.s->note_size(HIT_LARGE);
	disturb_begin(disturber);
	for (u32 i = 0; i < POINT_ROUNDS; i++) {
		hit_calls(scene);
		if (!hit_holds(result))
			break;
	}
	result->inside = hit.inside;
	disturb_finish(disturber);
}
