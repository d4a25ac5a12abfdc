// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_slab_irq - an interrupt that allocates and frees, at every distance from before a call of the
 * slab to behind it: under icount at every place between two instructions of the fast and the slow
 * path. It uses the cache that it interrupts; afterwards all objects are whole and counted.
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

#define FAST_NS 900  /* a pair on the fast path, and what arms the timer */
#define SLOW_NS 6000 /* the same with new slabs; in steps of its own */
#define BYTES	128u
#define HELD	3u

static struct shot shot;

struct hit {
	u32 runs;
	u32 inside;    /* the test was between its first and last call */
	bool in_calls; /* written by the test */
	void *held[HELD];
};

static struct hit hit;

/* One more, one less, and one stays until the next interrupt. */
static void hit_alloc_and_free(void *unused)
{
	u32 at = hit.runs++ % HELD;
	void *passing = kmalloc(BYTES, GFP_ATOMIC);

	(void)unused;
	hit.inside += READ_ONCE(hit.in_calls);
	if (hit.held[at]) {
		EXPECT(slab_stamp_is_whole(hit.held[at], BYTES, at));
		kfree(hit.held[at]);
	}
	hit.held[at] = kmalloc(BYTES, GFP_ATOMIC);
	EXPECT(passing && hit.held[at] && passing != hit.held[at]);
	slab_stamp(hit.held[at], BYTES, at);
	kfree(passing);
}

static void hit_end(void)
{
	for (u32 i = 0; i < HELD; i++)
		kfree(hit.held[i]);
}

/* Allocate @n, fill, look, free. */
static void calls(void **objects, u32 n)
{
	WRITE_ONCE(hit.in_calls, true);
	for (u32 i = 0; i < n; i++) {
		objects[i] = kmalloc(BYTES, GFP_ATOMIC);
		*(void **)objects[i] = objects[i];
	}
	for (u32 i = 0; i < n; i++) {
		EXPECT_EQ(*(void **)objects[i], objects[i]);
		kfree(objects[i]);
	}
	WRITE_ONCE(hit.in_calls, false);
}

static void shoot(u64 ns, void **objects, u32 n)
{
	shot_arm(&shot, ns, hit_alloc_and_free, NULL);
	shot_shift(ns);
	calls(objects, n);
	EXPECT(aid_spin_until(&shot.fired, 1));
}

static bool sweep_begin(void)
{
	if (!timer_works()) {
		SKIP("no timer interrupt");
		return false;
	}
	hit = (struct hit){ 0 };
	slab_begin();
	return true;
}

static void sweep_end(u32 least)
{
	EXPECT_EQ(slab_check(), 0);
	if (env_counts_instructions())
		EXPECT(hit.inside > least);
	hit_end();
	slab_end();
}

IRQ_TEST(slab_irq, fast_path_at_every_distance)
{
	void *objects[1];

	if (!sweep_begin())
		return;
	kfree(kmalloc(BYTES, GFP_ATOMIC));
	for (u64 ns = 0; ns < FAST_NS; ns++)
		shoot(ns, objects, 1);
	sweep_end(50);
}

/* More objects than a slab has: new slabs, full ones, frees into slabs that are not this CPU's. */
IRQ_TEST(slab_irq, slow_path_at_every_distance)
{
	static void *objects[70];
	u32 step = env_counts_instructions() ? 1 : 16;

	if (!sweep_begin())
		return;
	for (u64 ns = 0; ns < SLOW_NS; ns += step) {
		shoot(ns, objects, ARRAY_SIZE(objects));
		kmem_cache_shrink(kmalloc_caches[0][kmalloc_class(BYTES)]);
		if (ns % 500 == 0)
			EXPECT_EQ(slab_check(), 0);
	}
	sweep_end(2000);
}

IRQ_TEST(slab_irq, in_softirq)
{
	if (!sweep_begin())
		return;
	aid_set_softirq_hook(hit_alloc_and_free, NULL);
	for (u32 i = 0; i < 200; i++) {
		void *object = kmalloc(BYTES, GFP_KERNEL);
		u32 before = hit.runs;

		softirq_raise(SOFTIRQ_HOOK);
		local_bh_disable();
		local_bh_enable();
		EXPECT_EQ(hit.runs, before + 1);
		kfree(object);
	}
	aid_set_softirq_hook(NULL, NULL);
	EXPECT_EQ(slab_check(), 0);
	hit_end();
	slab_end();
}
