// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene - sweep an interrupt over a scene. At each distance it comes as often as there are kinds of
 * it.
 *
 * Where a sweep begins and ends is found on the way: at the first distance that is inside, and once
 * some steps of the timer in a row lie behind.
 */
#include <core/clock.h>
#include <core/env.h>
#include <test/aid.h>
#include <test/hit.h>
#include <test/shot.h>
#include <test/test.h>

#define DISTANCE_MAX 20000u
#define BEHIND	     (3 * SHOT_STEP_NS) /* distances in a row that miss: it is over */
#define TCG_SHOTS    16u

static struct shot shot;

/* How many of a place's interrupts came inside; or a fault. */
static u32 shoot(const struct scene *scene, u64 ns, struct scene_result *result)
{
	u32 before = hit.inside;

	for (u32 i = 0; i < HIT_KINDS; i++) {
		shot_arm(&shot, ns, hit_act, NULL);
		shot_shift(ns);
		do {
			hit_calls(scene);
		} while (!env_counts_instructions() && !shot_has_fired(&shot));
		EXPECT(aid_spin_until(&shot.fired, 1));
		if (!hit_holds(result))
			break;
	}
	return hit.inside - before;
}

/* Four shots from which nothing follows: all slow paths have been taken, the stocks are full. */
static void warm(const struct scene *scene, enum level level, struct scene_result *result)
{
	*result = (struct scene_result){ .shots = 0 };
	hit = (struct hit){ .level = level };
	shoot(scene, DISTANCE_MAX, result);
	hit.inside = 0;
}

static void sweep_places(const struct scene *scene, struct scene_result *result)
{
	u64 ns = 0;
	u32 missed = 0;

	while (ns < DISTANCE_MAX && !result->fault.invariant && !shoot(scene, ns, result))
		ns += SHOT_STEP_NS;
	/* Whoever was inside first was up to a step behind the beginning. */
	for (ns -= ns ? SHOT_STEP_NS : 0; missed < BEHIND && !result->fault.invariant; ns++) {
		missed = shoot(scene, ns, result) ? 0 : missed + 1;
		EXPECT(ns < 2 * DISTANCE_MAX);
		if (test_has_failed())
			return;
	}
}

/* Without icount a distance is no place: called again until it comes, and these many will do. */
static void sweep_at_random(const struct scene *scene, struct scene_result *result)
{
	u32 seed = (u32)clock_ns();

	for (u32 i = 0; i < TCG_SHOTS && !result->fault.invariant; i++) {
		seed = seed * 1664525u + 1013904223u;
		shoot(scene, (seed >> 12) % DISTANCE_MAX, result);
	}
}

void scene_sweep(const struct scene *scene, enum level level, struct scene_result *result)
{
	warm(scene, level, result);
	if (env_counts_instructions())
		sweep_places(scene, result);
	else
		sweep_at_random(scene, result);
	result->inside = hit.inside;
	hit_release();
}
