// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rates - sources that are absent, stopped, wrong, alone, or of one mind.
 */
#include "test.h"
#include <lib/rates.h>

enum { MHZ = 1000000 };

static u32 asked_us[RATES_MAX], nr_asked;

static u64 answer(u32 us, u64 hz)
{
	asked_us[nr_asked++ % RATES_MAX] = us;
	return hz;
}

static u64 none(u32 us)
{
	return answer(us, 0);
}

static u64 stopped(u32 us)
{
	return answer(us, 99 * MHZ);
}

static u64 wild(u32 us)
{
	return answer(us, UINT64_MAX);
}

static u64 two_ghz(u32 us)
{
	return answer(us, 2000ull * MHZ);
}

static u64 nearly_two_ghz(u32 us)
{
	return answer(us, 2019ull * MHZ);
}

static u64 three_ghz(u32 us)
{
	return answer(us, 3000ull * MHZ);
}

#define CHOOSE(...)                                                                     \
	({                                                                              \
		const struct rate_source list__[] = { __VA_ARGS__ };                    \
		nr_asked = 0;                                                           \
		rates_choose(list__, (u32)ARRAY_SIZE(list__), 4000, 1000, 100ull * MHZ, \
			     10000ull * MHZ);                                           \
	})

TEST(rates_take_the_first_that_is_confirmed)
{
	struct rate_choice c = CHOOSE({ "a", two_ghz }, { "b", three_ghz }, { "c", nearly_two_ghz },
				      { "d", none });

	CHECK_EQ(c.hz, 2000ull * MHZ);
	CHECK_STR(c.source, "a");
	CHECK_STR(c.checked_by, "c");
	CHECK_EQ(nr_asked, 3);
	CHECK(asked_us[0] == 4000 && asked_us[1] == 1000);
}

TEST(rates_pass_over_what_cannot_be)
{
	struct rate_choice c =
		CHOOSE({ "a", stopped }, { "b", wild }, { "c", none }, { "d", three_ghz });

	CHECK_EQ(c.hz, 3000ull * MHZ);
	CHECK_STR(c.source, "d");
	CHECK_STR(c.checked_by, "none");
	CHECK_EQ(c.nr_answers, 1);
	CHECK(asked_us[3] == 4000);
}

TEST(rates_that_contradict_count_for_nothing)
{
	struct rate_choice c = CHOOSE({ "a", two_ghz }, { "b", three_ghz });

	CHECK_EQ(c.hz, 0);
	CHECK_STR(c.source, "conflict");
	CHECK_EQ(c.nr_answers, 2);
}

TEST(rates_of_nobody)
{
	struct rate_choice c = CHOOSE({ "a", none }, { "b", stopped });

	CHECK_EQ(c.hz, 0);
	CHECK_STR(c.source, "none");
	CHECK_EQ(c.nr_answers, 0);
}

TEST(rates_ask_no_more_than_fit)
{
	struct rate_source many[RATES_MAX + 2];

	for (size_t i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = (struct rate_source){ "n", none };
	nr_asked = 0;
	rates_choose(many, (u32)ARRAY_SIZE(many), 1, 1, 1, 2);
	CHECK_EQ(nr_asked, RATES_MAX);
}
