// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_broken - the oracle is not blind: a subject that leaves out a guard, one that drops
 * a push and one that swaps a node are caught by the scenes that the sound ones pass. If one is
 * not, that is a failure.
 */
#include <core/env.h>
#include <core/printk.h>
#include <core/timer.h>
#include <test/scene.h>
#include <test/test.h>

/* The first fault that any scene shows; invariant 0: none. */
static struct memcg_fault first_fault(void)
{
	struct scene_result result = { .shots = 0 };

	for (u32 i = 0; i < nr_scenes * NR_DISTURBERS; i++) {
		scene_points(&scenes[i / NR_DISTURBERS], i % NR_DISTURBERS, &result);
		if (result.fault.invariant)
			break;
	}
	return result.fault;
}

static void expect_caught(const struct subject *s)
{
	struct memcg_fault fault;

	subject_begin(s, false);
	fault = first_fault();
	EXPECT(fault.invariant >= 1 && fault.invariant <= 3);
	subject_print_fault(&fault);
	subject_end_unchecked();
}

IRQ_TEST(subject_broken, each_is_caught)
{
	u32 nr = 0;

	for_each_subject (s) {
		if (!subject_is(s, SUBJECTS_BROKEN))
			continue;
		expect_caught(s);
		nr++;
	}
	EXPECT_EQ(nr, 3);
}

/* The same fault, met by the timer alone: as the measured subjects are swept. */
static bool sweep_catches(void)
{
	struct scene_result result = { .shots = 0 };

	for (u32 i = 0; i < nr_scenes && !result.fault.invariant; i++)
		scene_sweep(&scenes[i], LEVEL_SOFTIRQ, &result);
	return result.fault.invariant;
}

IRQ_TEST(subject_broken, a_guard_by_the_sweep)
{
	if (!env_counts_instructions() || !timer_works()) {
		SKIP("needs a timer that reaches every instruction");
		return;
	}
	for_each_subject (s) {
		if (!subject_is(s, SUBJECTS_BROKEN) || s->variant->stocks != STOCKS_TASK_IRQ)
			continue;
		subject_begin(s, false);
		EXPECT(sweep_catches());
		subject_end_unchecked();
	}
}
