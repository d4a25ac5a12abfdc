/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rates - which of several sources to believe about how fast a counter runs.
 *
 * A source may be absent, stopped, or wrong by any factor. One that says what cannot be is passed
 * over; a rate counts once two sources say the same within 1 %, or if it is the only one there is.
 * Pure but for the sources themselves. Context: that of the sources.
 */
#ifndef LIB_RATES_H
#define LIB_RATES_H

#include <lib/types.h>

#define RATES_MAX 8

struct rate_source {
	const char *name;
	u64 (*hz)(u32 us); /* 0: cannot tell; one that measures takes about @us */
};

struct rate_choice {
	u64 hz;			/* 0: nobody can tell, or they contradict each other */
	const char *source;	/* "none", "conflict" */
	const char *checked_by; /* "none" */
	u32 nr_answers;		/* that could be */
};

/*
 * Ask the @nr sources, at most RATES_MAX, one after the other, until one says what an earlier one
 * said: the earlier one counts. The first that answers gets @measure_us, the others @check_us.
 * @min_hz, @max_hz: what can be.
 */
struct rate_choice rates_choose(const struct rate_source *sources, u32 nr, u32 measure_us,
				u32 check_us, u64 min_hz, u64 max_hz);

#endif
