/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * subject - what the tests of subjects share: a subject's world for the length of a test, the
 * oracle with its verdict in words, and the proof that everything is back.
 *
 * A world has two groups: `top`, and `group` below it, which every CPU's tasks are charged to. Both
 * have an object cgroup, and no limit.
 */
#ifndef TEST_SUBJECT_H
#define TEST_SUBJECT_H

#include <lib/types.h>
#include <subject/subject.h>

/* The subject that the test is at, and its world. Written by subject_begin(). */
struct subject_world {
	const struct subject *s;
	const struct memcg_ops *ops;
	const struct slab_ops *slab;
	struct memcg_config config;
	struct mem_cgroup *top;
	struct mem_cgroup *group;
	struct obj_cgroup *top_objcg;
	struct obj_cgroup *objcg; /* of `group` */
};

extern struct subject_world world;

enum subject_kind {
	SUBJECTS_MEASURED = 1,
	SUBJECTS_COUNTING = 2,
	SUBJECTS_SOUND = 3, /* both: all without a known fault */
	SUBJECTS_BROKEN = 4,
};

bool subject_is(const struct subject *s, enum subject_kind kinds);

/* Its model active, threads for RCU and work, groups on all CPUs, caches of kmalloc. */
void subject_begin(const struct subject *s, bool v1);

/*
 * Nobody has an object any more: all invariants hold, the slab is in order, no mistake was reported
 * but those expected, and every page and per-CPU byte is back.
 */
void subject_end(void);

/* The same of a subject with a fault, of which the oracle would tell. */
void subject_end_unchecked(void);

/* The same without a slab and without groups: for who makes them itself through world.ops. */
void subject_begin_bare(const struct subject *s);
void subject_end_bare(void);

/* subject_begin(), @fn(), subject_end() for each of @kinds, v2 and v1; up to the first failure. */
void subject_each(enum subject_kind kinds, void (*fn)(void));
/* The same in one mode alone. */
void subject_each_v2(enum subject_kind kinds, void (*fn)(void));
void subject_each_v1(enum subject_kind kinds, void (*fn)(void));

/*
 * The oracle: a broken invariant is a failure and named, as is a slab that is not in order.
 * subject_check(): objects come from the slab; subject_check_ops(): they come from world.ops.
 */
bool subject_check(void);
bool subject_check_ops(void);

/*
 * On each CPU of the world at once @fn(@arg) in a thread of its own; wait for all. Behind a slot
 * that is absent there may be others online, of which the world does not know.
 */
void subject_run_everywhere(void (*fn)(void *arg), void *arg);

/* What a fault says, in words. */
void subject_print_fault(const struct memcg_fault *fault);

/* Objects of @objcg that live, as the slab's owner vectors say it. */
u64 subject_owned(const struct obj_cgroup *objcg);

/* Pages charged to @memcg. */
u64 subject_pages(const struct mem_cgroup *memcg);

/* Who pays on every CPU: in tasks, and where no task runs. NULL: nobody. At quiescence. */
void subject_charge_tasks(struct mem_cgroup *memcg);
void subject_charge_remote(struct mem_cgroup *memcg);

/* Who goes first on this CPU in the caller's context; may be set for the time of an allocation. */
struct mem_cgroup **subject_remote(void);

#endif
