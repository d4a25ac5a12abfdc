/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * case - one question, as its file states it: what one operation is, and in which states it can be
 * asked.
 *
 * A case's file is compiled once for each preemption model (bench/cases), or once for each subject
 * (bench/hot), with the loop inside it, and leaves one entry in the section .cases each time. The
 * loop runs a straight block of copies of the operation, or of twice as many: the same loop around
 * both, so that the difference of the two holds operations only (docs/measurement.md).
 */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include <core/model.h>
#include <lib/types.h>

#define HOT_COPIES 32

struct subject;
struct mem_cgroup;

enum level {
	LEVEL_TASK,
	LEVEL_SOFTIRQ, /* served: in_task() is false */
	LEVEL_HARDIRQ,
	NR_LEVELS,
};

enum case_accounting {
	ACCOUNTING_ON,
	ACCOUNTING_OBJECTS_OFF,	   /* groups exist, their key for objects is off */
	ACCOUNTING_CONTROLLER_OFF, /* no groups at all */
	NR_ACCOUNTINGS,
};

enum case_flags {
	CASE_MASKS_IRQS = 1, /* a section of it masks interrupts: nested, they are off at entry */
	CASE_NESTS = 2,	     /* can be asked inside a section of its own kind */
	CASE_UNMASKS = 4,    /* leaves interrupts on: cannot be asked with them off */
	CASE_THREADS = 8,    /* the short block on several CPUs, for a set time (bench/threads.h) */
	CASE_COUNTS = 16,    /* of counting subjects; not timed (bench/mixed.h) */
};

#define CASE_SIZES_MAX 2

/* What prepare() is told. */
struct case_world {
	u32 size;
	struct mem_cgroup *memcg; /* who pays; NULL: no groups */
};

struct bench_case {
	const char *name;
	enum preempt_model model;
	u32 flags;
	void (*short_block)(u64 loops); /* @loops is not 0 */
	void (*long_block)(u64 loops);
	u32 copies; /* of the operation in the short block */
	u32 levels; /* bits of enum level, in which it can be asked */

	/* Cases of a subject only; NULL and 0 in all others. */
	const struct subject *subject;
	u32 batch;		   /* allocations, then as many frees, in one operation */
	u32 accountings;	   /* bits of enum case_accounting */
	u32 sizes[CASE_SIZES_MAX]; /* bytes of an object; 0: no more */
	u32 nodes;		   /* at least so many that the groups know */
	/* What figures were published of: 1 << irqs_on at entry, bits of enum level; 0: none. */
	u32 published_irqs;
	u32 published_levels;
	/*
	 * What the loops need, made before and undone behind each go of a run, outside of what is
	 * measured. 0 or a negative errno; finish() after a failed prepare(), too. Context:
	 * threads, the subject's model active, its groups there as the run's accounting says.
	 */
	int (*prepare)(const struct case_world *world);
	int (*finish)(void);

	/* CASE_NESTS: open and close the section around a run that is asked nested. */
	unsigned long (*begin)(void);
	void (*end)(unsigned long state);
	/* What that section must have moved, so that a run can prove that it was nested. */
	u32 nested_count;   /* preemption count */
	u32 nested_readers; /* nesting of RCU read sections */
};

/* Pointers: compilers align structs as they like, and would leave gaps between them. */
extern const struct bench_case *const __cases_start[], *const __cases_end[];

#define for_each_case(c)                                                 \
	for (const struct bench_case *const *c##_at = __cases_start, *c; \
	     c##_at < __cases_end && (c = *c##_at, true); c##_at++)

/* clang-format off: the copies are easier to count when they stand together */
#define HOT_PASTE_(a, b, c, d) a##b##_##c##d
#define HOT_PASTE(a, b, c, d)  HOT_PASTE_(a, b, c, d)
#define HOT_NAME(name, what)   HOT_PASTE(hot_, name, MODEL_SUFFIX, what)

/* A copy begins with what memory holds, not with what the compiler knows from the copy before. */
#define HOT_1(op) \
	op;       \
	barrier()

#define HOT_4(op) \
	op;       \
	op;       \
	op;       \
	op
#define HOT_32(op)        \
	HOT_4(HOT_4(op)); \
	HOT_4(HOT_4(op))

/*
 * One loop around @copies. 64: a cache line, and no front end known has a larger unit. Not inlined,
 * so that it is reached by a call in every build.
 */
#define HOT_LOOP(loop_name, copies)                               \
	static __noinline __aligned(64) void loop_name(u64 loops) \
	{                                                         \
		do {                                              \
			copies;                                   \
		} while (--loops);                                \
	}

#define HOT_LOOPS_OF(name, copies)               \
	HOT_LOOP(HOT_NAME(name, _short), copies) \
	HOT_LOOP(HOT_NAME(name, _long), copies; copies)
#define HOT_LOOPS(name, op) HOT_LOOPS_OF(name, HOT_32(HOT_1(op)))

/* An entry with whatever the arguments say. */
#define HOT_ENTRY(case_name, ...)                                                 \
	static const struct bench_case HOT_NAME(                                  \
		case_name, _case) = { .name = #case_name,                         \
				      .model = MODEL,                             \
				      .short_block = HOT_NAME(case_name, _short), \
				      .long_block = HOT_NAME(case_name, _long),   \
				      __VA_ARGS__ };                              \
	static const struct bench_case *const HOT_NAME(case_name, _entry)         \
		__used __section(".cases") = &HOT_NAME(case_name, _case);

#define HOT_CASE(case_name, ...) \
	HOT_ENTRY(case_name, .copies = HOT_COPIES, .levels = 1u << LEVEL_TASK, __VA_ARGS__)
/* clang-format on */

#endif
