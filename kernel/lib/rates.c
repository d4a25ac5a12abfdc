// SPDX-License-Identifier: GPL-2.0-only
/*
 * rates - ask in order, stop at the first agreement.
 */
#include <lib/rates.h>

static bool rates_agree(u64 a, u64 b)
{
	return max_u64(a, b) - min_u64(a, b) <= min_u64(a, b) / 100;
}

/* One of the earlier rates that says the same as the last one; @nr - 1 if none does. */
static u32 rate_confirmed(const u64 *rates, u32 nr)
{
	u32 i = 0;

	while (!rates_agree(rates[i], rates[nr - 1]))
		i++;
	return i;
}

struct rate_choice rates_choose(const struct rate_source *sources, u32 nr, u32 measure_us,
				u32 check_us, u64 min_hz, u64 max_hz)
{
	struct rate_choice out = { .source = "none", .checked_by = "none" };
	u64 rates[RATES_MAX];
	const char *names[RATES_MAX];

	for (u32 i = 0; i < nr && i < RATES_MAX; i++) {
		u64 hz = sources[i].hz(out.nr_answers ? check_us : measure_us);
		u32 agreed;

		if (hz < min_hz || hz > max_hz)
			continue;
		rates[out.nr_answers] = hz;
		names[out.nr_answers] = sources[i].name;
		agreed = rate_confirmed(rates, ++out.nr_answers);
		if (agreed == out.nr_answers - 1)
			continue;
		out.hz = rates[agreed];
		out.source = names[agreed];
		out.checked_by = sources[i].name;
		return out;
	}
	if (out.nr_answers == 1) {
		out.hz = rates[0];
		out.source = names[0];
	} else if (out.nr_answers) {
		out.source = "conflict";
	}
	return out;
}
