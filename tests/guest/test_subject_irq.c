// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_irq - an interrupt that allocates and frees falls into every section of every
 * measured subject: under icount at every place between two instructions. No invariant is broken.
 */
#include <core/env.h>
#include <core/printk.h>
#include <core/timer.h>
#include <test/scene.h>
#include <test/test.h>

static u32 nr_shots, nr_inside;

static void result_expect_none(const struct scene *scene, enum level level,
			       const struct scene_result *result)
{
	EXPECT_EQ(result->fault.invariant, 0);
	if (!result->fault.invariant)
		return;
	subject_print_fault(&result->fault);
	printk("# in the scene \"%s\", %s", scene->name, level_names[level]);
}

static void sweep_all_in(enum level level)
{
	for (u32 i = 0; i < nr_scenes && !test_has_failed(); i++) {
		struct scene_result result;

		scene_sweep(&scenes[i], level, &result);
		result_expect_none(&scenes[i], level, &result);
		nr_shots += result.shots;
		nr_inside += result.inside;
		if (env_counts_instructions())
			EXPECT(result.inside > 400);
	}
}

/* What has a stock for interrupts masks them around that one only. */
static void sweep_all(void)
{
	sweep_all_in(LEVEL_TASK);
	if (world.s->variant->stocks == STOCKS_TASK_IRQ)
		sweep_all_in(LEVEL_SOFTIRQ);
}

IRQ_TEST(subject_irq, every_boundary)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	nr_shots = nr_inside = 0;
	subject_each_v2(SUBJECTS_MEASURED, sweep_all);
	printk("# %u interrupts, %u of them inside", nr_shots, nr_inside);
}

static void points_all(void)
{
	for (u32 i = 0; i < nr_scenes * NR_DISTURBERS && !test_has_failed(); i++) {
		const struct scene *scene = &scenes[i / NR_DISTURBERS];
		struct scene_result result;

		scene_points(scene, i % NR_DISTURBERS, &result);
		result_expect_none(scene, LEVEL_TASK, &result);
		/* Another task may have to wait for the end of the calls. */
		EXPECT(result.inside || i % NR_DISTURBERS == DISTURB_TASK);
	}
}

/* The counting ones say where a lost update would hurt. */
IRQ_TEST(subject_irq, between_read_and_write)
{
	subject_each(SUBJECTS_COUNTING, points_all);
}
