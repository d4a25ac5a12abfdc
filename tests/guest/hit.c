// SPDX-License-Identifier: GPL-2.0-only
/*
 * hit - see the header.
 */
#include <test/hit.h>

#include <arch/mmu.h>
#include <core/page.h>
#include <core/preempt.h>
#include <test/test.h>

#define HIT_SMALL 128u

struct hit hit;

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

void hit_act(void *unused)
{
	(void)unused;
	hit.inside += READ_ONCE(hit.in_calls);
	if (hit.kind == 0)
		hit_take(world.group, HIT_SMALL);
	else if (hit.kind == 2)
		hit_take(world.top, HIT_LARGE);
	else
		world.slab->kfree(hit.held);
	hit.kind = (hit.kind + 1) % HIT_KINDS;
}

void hit_release(void)
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

void hit_calls(const struct scene *scene)
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

bool hit_holds(struct scene_result *result)
{
	struct memcg_verdict verdict;

	result->shots++;
	live_set();
	if (world.ops->check(&verdict))
		return true;
	result->fault = verdict.fault;
	return false;
}
