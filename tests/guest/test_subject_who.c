// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_subject_who - who is charged for an allocation (memcg-spec 2.1), in each context: nobody
 * while accounting is off, where no group is set, and for the root; a group that a task has set for
 * itself before its own; in interrupts only a group that was set for the CPU; and whoever owns an
 * object gets it back, wherever it is freed.
 */
#include <bench/level.h>
#include <lib/errno.h>
#include <test/subject.h>
#include <test/test.h>

#define BYTES 128

struct parcel {
	void *object;
	u32 gfp;
};

static void parcel_take(void *arg)
{
	struct parcel *p = arg;

	p->object = world.slab->kmalloc(BYTES, p->gfp);
	EXPECT(p->object);
}

static void parcel_give(void *arg)
{
	struct parcel *p = arg;

	world.slab->kfree(p->object);
}

static struct parcel take_in(enum level level, u32 gfp)
{
	struct parcel p = { .gfp = gfp };

	EXPECT(level_run(level, parcel_take, &p));
	return p;
}

/* An accounted object from @level is @objcg's; NULL: nobody's. Freed in a task. */
static void expect_owner(enum level level, const struct obj_cgroup *objcg)
{
	struct parcel p = take_in(level, GFP_ATOMIC | __GFP_ACCOUNT);

	EXPECT_EQ(subject_owned(world.objcg), objcg == world.objcg);
	EXPECT_EQ(subject_owned(world.top_objcg), objcg == world.top_objcg);
	subject_check();
	world.slab->kfree(p.object);
	subject_check();
}

static void nobody(void)
{
	u64 before = subject_pages(world.top);

	for (u32 level = 0; level < NR_LEVELS; level++)
		expect_owner((enum level)level, NULL);
	EXPECT_EQ(subject_pages(world.top), before);
}

static void accounting_off(void)
{
	EXPECT_EQ(world.s->set_accounting(false), 0);
	subject_charge_remote(world.group);
	nobody();
	EXPECT_EQ(world.s->set_accounting(true), 0);
	subject_charge_remote(NULL);
	expect_owner(LEVEL_TASK, world.objcg);
}

static void no_group(void)
{
	subject_charge_tasks(NULL);
	nobody();
}

static void root(void)
{
	EXPECT(world.top->parent);
	subject_charge_tasks(world.top->parent);
	subject_charge_remote(world.top->parent);
	nobody();
}

static void not_asked_for(void)
{
	u64 before = subject_pages(world.top);
	void *object = world.slab->kmalloc(BYTES, GFP_KERNEL);

	EXPECT_EQ(subject_owned(world.objcg), 0);
	world.slab->kfree(object);
	EXPECT_EQ(subject_pages(world.top), before);
}

static void contexts(void)
{
	expect_owner(LEVEL_TASK, world.objcg);
	expect_owner(LEVEL_SOFTIRQ, NULL);
	expect_owner(LEVEL_HARDIRQ, NULL);
	subject_charge_remote(world.top);
	expect_owner(LEVEL_TASK, world.objcg);
	expect_owner(LEVEL_SOFTIRQ, world.top_objcg);
	expect_owner(LEVEL_HARDIRQ, world.top_objcg);
	subject_charge_remote(NULL);
	world.s->current_on(0)->task_remote = world.top;
	expect_owner(LEVEL_TASK, world.top_objcg);
	expect_owner(LEVEL_HARDIRQ, NULL);
	world.s->current_on(0)->task_remote = NULL;
	expect_owner(LEVEL_TASK, world.objcg);
}

/* No group is set where it is freed, and still its owner gets it back. */
static void freed_in_interrupts(void)
{
	for (u32 level = 0; level < NR_LEVELS; level++) {
		struct parcel p = take_in(LEVEL_TASK, GFP_KERNEL_ACCOUNT);

		EXPECT_EQ(subject_owned(world.objcg), 1);
		subject_charge_tasks(NULL);
		EXPECT(level_run((enum level)level, parcel_give, &p));
		EXPECT_EQ(subject_owned(world.objcg), 0);
		subject_check();
		subject_charge_tasks(world.group);
	}
}

/* Its free would not be accounted: the switch waits until it is gone. */
static void accounting_off_too_early(void)
{
	struct parcel p = take_in(LEVEL_TASK, GFP_KERNEL_ACCOUNT);

	EXPECT_EQ(world.s->set_accounting(false), -EBUSY);
	EXPECT_EQ(subject_owned(world.objcg), 1);
	world.slab->kfree(p.object);
	EXPECT_EQ(world.s->set_accounting(false), 0);
	EXPECT_EQ(world.s->set_accounting(true), 0);
}

/* An object that had no owner when it was allocated has none when accounting is on again. */
static void allocated_unaccounted(void)
{
	u64 before = subject_pages(world.top);
	void *object;

	EXPECT_EQ(world.s->set_accounting(false), 0);
	object = world.slab->kmalloc(BYTES, GFP_KERNEL_ACCOUNT);
	EXPECT_EQ(world.s->set_accounting(true), 0);
	world.slab->kfree(object);
	EXPECT_EQ(subject_pages(world.top), before);
}

static void all_cases(void)
{
	static void (*const cases[])(void) = { not_asked_for,
					       no_group,
					       root,
					       contexts,
					       freed_in_interrupts,
					       accounting_off,
					       accounting_off_too_early,
					       allocated_unaccounted };

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++) {
		subject_charge_tasks(world.group);
		subject_charge_remote(NULL);
		cases[i]();
	}
}

IRQ_TEST(subject_who, all_cases)
{
	subject_each(SUBJECTS_MEASURED, all_cases);
}
