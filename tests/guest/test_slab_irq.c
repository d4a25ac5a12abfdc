// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_slab_irq - an interrupt that allocates and frees, at every distance from before a call of
 * the slab to behind it: under icount at every place between two instructions of the fast and the
 * slow path. It uses the cache that it interrupts, and leaves behind what a stale transaction would
 * take for what it had found: the same first object with another one behind it; an empty list, but
 * of another slab. At every distance it comes twice: to take, and to give back.
 */
#include <core/env.h>
#include <core/softirq.h>
#include <core/timer.h>
#include <mm/kmalloc.h>
#include <sched/sched.h>
#include <test/aid.h>
#include <test/shot.h>
#include <test/slab.h>
#include <test/test.h>

#define FAST_NS	    700 /* a pair on the fast path, and what arms the timer */
#define SLOW_NS	    3200
#define CALLS_MAX   40
#define TAKES_MAX   4
#define STAMP_BYTES 64u /* or less, if the object is smaller */

struct scene {
	u32 bytes;
	u32 calls;	/* objects that are allocated, then freed, around the interrupt */
	u32 takes;	/* objects that the interrupt allocates */
	bool puts_back; /* the first of them, at once */
	u64 ns;
};

struct hit {
	const struct scene *scene;
	void *held[TAKES_MAX]; /* between an interrupt and the next */
	u32 nr_held;
	u32 inside;    /* interrupts between the first and last call */
	bool in_calls; /* written by the test */
};

static struct shot shot;
static struct hit hit;

static void hit_take(void)
{
	void *first = NULL;

	for (u32 i = 0; i < hit.scene->takes; i++) {
		void *object = kmalloc_sized(hit.scene->bytes, GFP_ATOMIC);

		EXPECT(object);
		if (!object)
			return;
		slab_stamp(object, STAMP_BYTES, 7);
		if (i == 0 && hit.scene->puts_back)
			first = object;
		else
			hit.held[hit.nr_held++] = object;
	}
	kfree(first);
}

static void hit_give(void)
{
	while (hit.nr_held) {
		void *object = hit.held[--hit.nr_held];

		EXPECT(slab_stamp_is_whole(object, STAMP_BYTES, 7));
		kfree(object);
	}
}

static void hit_act(void *unused)
{
	(void)unused;
	hit.inside += READ_ONCE(hit.in_calls);
	if (hit.nr_held)
		hit_give();
	else
		hit_take();
}

/*
 * Allocate, mark, look, free: from both ends of what was allocated, so that slabs are free in part.
 */
static void calls(u32 bytes, u32 n)
{
	void *objects[CALLS_MAX];

	WRITE_ONCE(hit.in_calls, true);
	for (u32 i = 0; i < n; i++) {
		objects[i] = kmalloc_sized(bytes, GFP_ATOMIC);
		*(void **)objects[i] = &objects[i];
	}
	for (u32 i = 0; i < n; i++) {
		u32 at = i % 2 * (n / 2) + i / 2;

		EXPECT(*(void **)objects[at] == &objects[at]);
		kfree(objects[at]);
	}
	WRITE_ONCE(hit.in_calls, false);
}

static void shoot(const struct scene *scene, u64 ns)
{
	struct kmem_cache *cache = kmalloc_caches[0][kmalloc_class(scene->bytes)];

	shot_arm(&shot, ns, hit_act, NULL);
	shot_shift(ns);
	calls(scene->bytes, scene->calls);
	EXPECT(aid_spin_until(&shot.fired, 1));
	EXPECT_EQ(slab_check_cache(cache), 0);
	EXPECT_EQ(slab_census(cache).in_use, hit.nr_held);
	if (scene->calls > 1)
		kmem_cache_shrink(cache);
}

/* Without icount a distance is no place, and fewer of them will do. */
static void sweep(const struct scene *scene)
{
	u32 step = env_counts_instructions() ? 1 : 7;

	if (!timer_works()) {
		SKIP("no timer interrupt");
		return;
	}
	slab_begin();
	hit = (struct hit){ .scene = scene };
	kfree(kmalloc_sized(scene->bytes, GFP_ATOMIC));
	for (u64 ns = 0; ns < scene->ns && !test_has_failed(); ns += step) {
		shoot(scene, ns);
		shoot(scene, ns);
	}
	if (env_counts_instructions())
		EXPECT(hit.inside > 100 && hit.inside < scene->ns * 2);
	hit_give();
	slab_end();
}

IRQ_TEST(slab_irq, same_first_object)
{
	static const struct scene scene = { 128, 1, 2, true, FAST_NS };

	sweep(&scene);
}

/* New slabs, full ones, frees into slabs that are not this CPU's. */
IRQ_TEST(slab_irq, slow_path)
{
	static const struct scene scene = { 512, 36, 2, true, SLOW_NS };

	sweep(&scene);
}

/* A slab with one free object is all that the interrupt uses, and empty when it returns. */
IRQ_TEST(slab_irq, empty_list_of_another_slab)
{
	static const struct scene scene = { 8192, 8, 1, false, SLOW_NS };

	sweep(&scene);
}

IRQ_TEST(slab_irq, whole_slab)
{
	static const struct scene scene = { 8192, 8, 4, false, SLOW_NS };

	sweep(&scene);
}

IRQ_TEST(slab_irq, in_softirq)
{
	static const struct scene scene = { 128, 0, 2, true, 0 };

	slab_begin();
	hit = (struct hit){ .scene = &scene };
	aid_set_softirq_hook(hit_act, NULL);
	for (u32 i = 0; i < 200; i++) {
		void *object = kmalloc(128, GFP_KERNEL);

		local_bh_disable();
		softirq_raise(SOFTIRQ_HOOK);
		local_bh_enable();
		EXPECT_EQ(hit.nr_held, 1 - i % 2);
		kfree(object);
	}
	aid_set_softirq_hook(NULL, NULL);
	EXPECT_EQ(slab_check(), 0);
	hit_give();
	slab_end();
}
