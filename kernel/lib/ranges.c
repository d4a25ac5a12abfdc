// SPDX-License-Identifier: GPL-2.0-only
/*
 * ranges - insertion into a sorted array. Sets have tens of members, so shifting them is cheaper
 * than any structure.
 *
 * Invariant, before and after every call: members are in ascending order, not empty, and neither
 * overlap nor touch. A set that is full drops what does not fit: of a set that says what may be
 * used that is the safe side. No locks: sets are built at boot.
 */
#include <lib/ranges.h>

static u64 range_end(u64 start, u64 bytes)
{
	return bytes > UINT64_MAX - start ? UINT64_MAX : start + bytes;
}

static void ranges_delete(struct ranges *set, u32 i)
{
	for (; i + 1 < set->nr; i++)
		set->at[i] = set->at[i + 1];
	set->nr--;
}

static void ranges_insert(struct ranges *set, u32 i, struct range r)
{
	if (set->nr == RANGES_MAX) {
		set->nr_dropped++;
		return;
	}
	for (u32 j = set->nr; j > i; j--)
		set->at[j] = set->at[j - 1];
	set->at[i] = r;
	set->nr++;
}

void ranges_add(struct ranges *set, u64 start, u64 bytes)
{
	struct range r = { start, range_end(start, bytes) };
	u32 i = 0;

	if (r.start >= r.end)
		return;
	while (i < set->nr && set->at[i].end < r.start)
		i++;
	/* Swallow every member that overlaps or touches the new one. */
	while (i < set->nr && set->at[i].start <= r.end) {
		r.start = min_u64(r.start, set->at[i].start);
		r.end = max_u64(r.end, set->at[i].end);
		ranges_delete(set, i);
	}
	ranges_insert(set, i, r);
}

void ranges_remove(struct ranges *set, u64 start, u64 bytes)
{
	u64 end = range_end(start, bytes);

	if (start >= end)
		return;
	for (u32 i = 0; i < set->nr;) {
		struct range old = set->at[i];

		if (old.end <= start || old.start >= end) {
			i++;
			continue;
		}
		ranges_delete(set, i);
		if (old.start < start)
			ranges_insert(set, i++, (struct range){ old.start, start });
		if (old.end > end)
			ranges_insert(set, i++, (struct range){ end, old.end });
	}
}

void ranges_align(struct ranges *set, u64 align)
{
	for (u32 i = 0; i < set->nr;) {
		struct range *r = &set->at[i];

		bool wraps = r->start > UINT64_MAX - (align - 1);

		r->start = align_up(r->start, align);
		r->end = align_down(r->end, align);
		if (wraps || r->start >= r->end)
			ranges_delete(set, i);
		else
			i++;
	}
}

u64 ranges_bytes(const struct ranges *set)
{
	u64 sum = 0;

	for (u32 i = 0; i < set->nr; i++)
		sum += set->at[i].end - set->at[i].start;
	return sum;
}

bool ranges_contain(const struct ranges *set, u64 start, u64 bytes)
{
	for (u32 i = 0; i < set->nr; i++)
		if (set->at[i].start <= start && start < set->at[i].end)
			return bytes <= set->at[i].end - start;
	return false;
}

bool ranges_overlap(const struct ranges *set, u64 start, u64 bytes)
{
	for (u32 i = 0; i < set->nr; i++) {
		u64 from = max_u64(start, set->at[i].start);

		if (from < set->at[i].end && from - start < bytes)
			return true;
	}
	return false;
}
