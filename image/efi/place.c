// SPDX-License-Identifier: GPL-2.0-only
/*
 * place - address arithmetic over a sorted set of ranges. 0 is never a place: it says that there is
 * none.
 */
#include "place.h"

/* Places in one range, the first of them in *@first. */
static u64 range_places(const struct range *r, u64 bytes, u64 top, u64 *first)
{
	u64 end = min_u64(r->end, top);

	*first = max_u64(align_up(r->start, PLACE_ALIGN), PLACE_ALIGN);
	/* Rounding up the very end of the address space has wrapped. */
	if (*first < r->start || *first > end || end - *first < bytes)
		return 0;
	return (end - *first - bytes) / PLACE_ALIGN + 1;
}

u64 place_count(const struct ranges *unused, u64 bytes, u64 top)
{
	u64 first, nr = 0;

	for (u32 i = 0; i < unused->nr; i++)
		nr += range_places(&unused->at[i], bytes, top, &first);
	return nr;
}

u64 place_at(const struct ranges *unused, u64 bytes, u64 top, u64 index)
{
	for (u32 i = 0; i < unused->nr; i++) {
		u64 first, nr = range_places(&unused->at[i], bytes, top, &first);

		if (index < nr)
			return first + index * PLACE_ALIGN;
		index -= nr;
	}
	return 0;
}

u64 place_middle(const struct ranges *unused, u64 bytes, u64 bottom, u64 top)
{
	u64 most = 0, at = 0;

	for (u32 i = 0; i < unused->nr; i++) {
		struct range r = unused->at[i];
		u64 first, nr;

		r.start = max_u64(r.start, bottom);
		if (r.start >= r.end)
			continue;
		nr = range_places(&r, bytes, top, &first);
		if (nr <= most)
			continue;
		most = nr;
		at = first + nr / 2 * PLACE_ALIGN;
	}
	return at;
}
