// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_trace_steady - what an alloc+free pair costs once nothing changes any more, counted by the
 * counting subjects on the real CPU: every count of steady-state.json, exactly.
 */
#include <bench/level.h>
#include <core/printk.h>
#include <lib/string.h>
#include <test/json.h>
#include <test/subject.h>
#include <test/test.h>
#include <test/trace_file.h>

#define WARM   64u
#define ROUNDS 200u /* the longest period of a count is 5 pairs */

struct steady {
	u32 size;
	u32 batch;
	u32 rounds;
};

static void rounds_run(void *arg)
{
	const struct steady *s = arg;

	for (u32 round = 0; round < s->rounds; round++) {
		for (u32 n = 0; n < s->batch; n++)
			world.ops->alloc(world.top_objcg, GFP_KERNEL, s->size, 0,
					 NR_SLAB_UNRECLAIMABLE_B);
		for (u32 n = 0; n < s->batch; n++)
			world.ops->free(world.top_objcg, s->size, 0, NR_SLAB_UNRECLAIMABLE_B);
	}
}

/* "4.75" is 475. */
static u64 hundredths(const char *p)
{
	u64 value = 0;
	u32 decimals = 0;
	bool point = false;

	for (; (*p >= '0' && *p <= '9') || *p == '.'; p++) {
		point |= *p == '.';
		if (*p == '.')
			continue;
		value = value * 10 + (u64)(*p - '0');
		decimals += point;
	}
	for (; decimals < 2; decimals++)
		value *= 10;
	return value;
}

static const struct subject *subject_of_letter(char letter)
{
	static const struct {
		char letter;
		const char *variant;
	} letters[] = { { 'a', "base" },
			{ 'c', "v4-vmstat" },
			{ 'd', "v6-vmstat" },
			{ 'e', "v6-refill" },
			{ 'f', "v6-taskobj" } };

	for_each_subject (s)
		for (u32 i = 0; i < ARRAY_SIZE(letters); i++)
			if (subject_is(s, SUBJECTS_COUNTING) && letters[i].letter == letter &&
			    !strcmp(s->variant->name, letters[i].variant) && !*s->variant->option)
				return s;
	return NULL;
}

static void check_counts(const char *wanted, const struct memcg_counts *before,
			 const struct memcg_counts *after, u64 pairs)
{
	static const struct {
		const char *key;
		enum memcg_count count;
	} keys[] = { { "\"irq\"", COUNT_IRQSAVE },	 { "\"irq_nested\"", COUNT_IRQSAVE_NESTED },
		     { "\"preempt\"", COUNT_PREEMPT },	 { "\"flush\"", COUNT_STAT_PUSH },
		     { "\"pcnt\"", COUNT_PAGE_COUNTER }, { "\"xchg\"", COUNT_XCHG },
		     { "\"aadd\"", COUNT_ATOMIC_ADD },	 { "\"oget\"", COUNT_OBJCG_GET },
		     { "\"oput\"", COUNT_OBJCG_PUT } };

	for (u32 i = 0; i < ARRAY_SIZE(keys); i++) {
		u64 got = after->n[keys[i].count] - before->n[keys[i].count];
		const char *value = json_find(wanted, keys[i].key);

		EXPECT(value);
		EXPECT_EQ(got * 100, value ? hundredths(value) * pairs : 0);
		if (test_has_failed())
			printk("# %s: %s", world.s->name, keys[i].key);
	}
}

static void steady_run(const struct subject *s, struct steady *steady, enum level level,
		       const char *wanted)
{
	struct memcg_counts before, after;

	subject_begin(s, true);
	steady->rounds = WARM;
	EXPECT(level_run(level, rounds_run, steady));
	world.ops->counts(&before);
	steady->rounds = ROUNDS;
	EXPECT(level_run(level, rounds_run, steady));
	world.ops->counts(&after);
	check_counts(wanted, &before, &after, (u64)ROUNDS * steady->batch);
	subject_end();
}

/* S is what stands behind the "=" of "4 KiB object, S=4104". */
static u32 size_of(const char *obj)
{
	while (*obj != '=')
		obj++;
	return (u32)(hundredths(obj + 1) / 100);
}

IRQ_TEST(trace, steady_state)
{
	const char *rows = json_find(trace_steady_state, "\"steady_state_per_pair\"");
	u32 nr = 0;

	EXPECT(rows);
	for (const char *row = rows ? json_first(rows) : NULL; row && !test_has_failed();
	     row = json_next(row), nr++) {
		const char *variant = json_find(row, "\"variant\"");
		/* "f (non-task ctx)" */
		bool task = json_length(variant) == 3;
		struct steady steady = { .size = size_of(json_find(row, "\"obj\"")) };
		const struct subject *s = subject_of_letter(variant[1]);

		steady.batch = (u32)(hundredths(json_find(row, "\"batch\"")) / 100);
		EXPECT(s);
		if (s)
			steady_run(s, &steady, task ? LEVEL_TASK : LEVEL_HARDIRQ,
				   json_find(row, "\"per_pair\""));
	}
	EXPECT_EQ(nr, 36);
}
