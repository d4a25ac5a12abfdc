// SPDX-License-Identifier: GPL-2.0-only
/*
 * scene - sweep an interrupt over a scene. At each distance it comes four times: it takes an object
 * and gives it back, first of the group that the scene uses, then, a large one, of its parent.
 *
 * Where a sweep begins and ends is found on the way: at the first distance that is inside, and once
 * a whole step of the timer lies behind.
 */
#include <test/scene.h>

#include <arch/ipi.h>
#include <arch/mmu.h>
#include <core/clock.h>
#include <core/env.h>
#include <core/page.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/shot.h>
#include <test/test.h>

#define HIT_SMALL      128u
#define HIT_LARGE      4096u
#define DISTANCE_MAX   20000u
#define BEHIND	       (3 * SHOT_STEP_NS) /* distances in a row that miss: it is over */
#define TCG_SHOTS      16u
#define SHOTS_OF_PLACE 4u
#define POINT_ROUNDS   32u

struct hit {
	u32 kind;	  /* of the next interrupt, 0 to 3 */
	void *held;	  /* between an interrupt and the next */
	bool in_calls;	  /* written by the test */
	enum level level; /* of the calls */
	u32 inside;
};

static struct shot shot;
static struct hit hit;

/* The old one comes back, as whoever is interrupted may have set it. */
static struct mem_cgroup *set_remote(struct mem_cgroup *memcg)
{
	struct mem_cgroup **remote = subject_remote();
	struct mem_cgroup *old = *remote;

	WRITE_ONCE(*remote, memcg);
	return old;
}

static void hit_take(struct mem_cgroup *memcg, u32 bytes)
{
	struct mem_cgroup *old = set_remote(memcg);

	hit.held = world.slab->kmalloc(bytes, GFP_ATOMIC | __GFP_ACCOUNT);
	set_remote(old);
	EXPECT(hit.held);
}

static void hit_act(void *unused)
{
	(void)unused;
	hit.inside += READ_ONCE(hit.in_calls);
	if (hit.kind == 0)
		hit_take(world.group, HIT_SMALL);
	else if (hit.kind == 2)
		hit_take(world.top, HIT_LARGE);
	else
		world.slab->kfree(hit.held);
	hit.kind = (hit.kind + 1) % SHOTS_OF_PLACE;
}

/* A fault may have ended it between taking and giving. */
static void hit_release(void)
{
	if (hit.kind % 2)
		hit_act(NULL);
}

static void calls_here(void *arg)
{
	const struct scene *scene = arg;

	set_remote(in_task() ? NULL : world.group);
	WRITE_ONCE(hit.in_calls, true);
	scene->calls();
	WRITE_ONCE(hit.in_calls, false);
	set_remote(NULL);
}

static void calls(const struct scene *scene)
{
	EXPECT(level_run(hit.level, calls_here, (void *)scene));
}

/* What is alive is known here: what the interrupt holds. To recount it takes ten times as long. */
static void live_set(void)
{
	struct obj_cgroup *owner = hit.kind == 1 ? world.objcg : world.top_objcg;
	u32 bytes = hit.kind == 1 ? HIT_SMALL : HIT_LARGE;

	world.objcg->live = world.top_objcg->live = (struct memcg_live){ .objects = 0 };
	if (!(hit.kind % 2))
		return;
	owner->live.objects = 1;
	owner->live.bytes[page_node(virt_to_phys(hit.held))][NR_SLAB_UNRECLAIMABLE_B] = bytes + 8;
}

static bool holds(struct scene_result *result)
{
	struct memcg_verdict verdict;

	result->shots++;
	live_set();
	if (world.ops->check(&verdict))
		return true;
	result->fault = verdict.fault;
	return false;
}

/* How many of a place's interrupts came inside; or a fault. */
static u32 shoot(const struct scene *scene, u64 ns, struct scene_result *result)
{
	u32 before = hit.inside;

	for (u32 i = 0; i < SHOTS_OF_PLACE; i++) {
		shot_arm(&shot, ns, hit_act, NULL);
		shot_shift(ns);
		do {
			calls(scene);
		} while (!env_counts_instructions() && !shot_has_fired(&shot));
		EXPECT(aid_spin_until(&shot.fired, 1));
		if (!holds(result))
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
	if (!world.ops->alloc(world.objcg, GFP_KERNEL, HIT_LARGE + 8, 0, NR_SLAB_UNRECLAIMABLE_B))
		world.ops->free(world.objcg, HIT_LARGE + 8, 0, NR_SLAB_UNRECLAIMABLE_B);
	disturb_begin(disturber);
	for (u32 i = 0; i < POINT_ROUNDS; i++) {
		calls(scene);
		if (!holds(result))
			break;
	}
	result->inside = hit.inside;
	disturb_finish(disturber);
}
