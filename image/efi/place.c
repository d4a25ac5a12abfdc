// SPDX-License-Identifier: GPL-2.0-only
/*
 * place - address arithmetic over a sorted set of ranges. 0 is never a place: it says that there is
 * none.
 */
#include "place.h"

/* Usable memory from so much on: how far apart the places are. */
static const struct {
	u64 usable_bytes;
	u64 step;
} log_steps[] = {
	{ 4ull << 30, 256ull << 20 },
	{ 256ull << 20, 64ull << 20 },
	{ 64ull << 20, 16ull << 20 },
	{ 0, PLACE_ALIGN },
};

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

u64 place_log_top(const struct ranges *usable)
{
	u64 start = usable->nr ? usable->at[0].start & ~((1ull << 30) - 1) : 0;

	return start + min_u64(64ull << 30, UINT64_MAX - start);
}

u64 place_log_step(u64 usable_bytes)
{
	u32 i = 0;

	while (usable_bytes < log_steps[i].usable_bytes)
		i++;
	return log_steps[i].step;
}

u64 place_log_scan_step(u64 usable_bytes)
{
	/* A machine may have a little more to use than when the place was chosen. */
	return place_log_step(usable_bytes - usable_bytes / 5);
}
