// SPDX-License-Identifier: GPL-2.0-only
/*
 * place - address arithmetic over a sorted set of ranges. 0 is never a place: it says that there is
 * none.
 */
#include "place.h"

#define LOG_STEP       (64ull << 20)
#define SMALL_MACHINE  (1024ull << 20)
#define SMALL_AT_TIMES (1280ull << 20)

/* Places in one range, @step apart, the first of them in *@first. */
static u64 range_places(const struct range *r, u64 bytes, u64 step, u64 top, u64 *first)
{
	u64 end = min_u64(r->end, top);

	*first = max_u64(align_up(r->start, step), step);
	/* Rounding up the very end of the address space has wrapped. */
	if (*first < r->start || *first > end || end - *first < bytes)
		return 0;
	return (end - *first - bytes) / step + 1;
}

u64 place_count(const struct ranges *unused, u64 bytes, u64 top)
{
	u64 first, nr = 0;

	for (u32 i = 0; i < unused->nr; i++)
		nr += range_places(&unused->at[i], bytes, PLACE_ALIGN, top, &first);
	return nr;
}

u64 place_at(const struct ranges *unused, u64 bytes, u64 top, u64 index)
{
	for (u32 i = 0; i < unused->nr; i++) {
		u64 first, nr = range_places(&unused->at[i], bytes, PLACE_ALIGN, top, &first);

		if (index < nr)
			return first + index * PLACE_ALIGN;
		index -= nr;
	}
	return 0;
}

u64 place_middle(const struct ranges *unused, u64 bytes, u64 step, u64 bottom, u64 top)
{
	u64 most = 0, at = 0;

	for (u32 i = 0; i < unused->nr; i++) {
		struct range r = unused->at[i];
		u64 first, nr;

		r.start = max_u64(r.start, bottom);
		if (r.start >= r.end)
			continue;
		nr = range_places(&r, bytes, step, top, &first);
		if (nr <= most)
			continue;
		most = nr;
		at = first + nr / 2 * step;
	}
	return at;
}

u64 place_log_step(u64 usable_bytes)
{
	return usable_bytes < SMALL_MACHINE ? PLACE_ALIGN : LOG_STEP;
}

u64 place_log_scan_step(u64 usable_bytes)
{
	return usable_bytes < SMALL_AT_TIMES ? PLACE_ALIGN : LOG_STEP;
}
