// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_results - the log that outlives a reset: what is written is found, at every place where a
 * write can be cut off; and nothing is found where nothing is.
 */
#include "aid_results.h"

enum { PHYS = 0x4000000, BYTES = RESULTS_BYTES_MIN };

static struct results_found found;

static void *area_new(void)
{
	void *area = test_bytes(NULL, BYTES);

	cut_after(UINT64_MAX);
	memset(area, 0xa5, BYTES);
	CHECK(cut_start(area, PHYS, BYTES, "quick"));
	return area;
}

static bool find(const void *area)
{
	return results_find(area, PHYS, BYTES, &found);
}

static void append(struct results *r, const char *text)
{
	u64 from;

	CHECK_EQ(cut_append(r, text, strlen(text), &from), strlen(text));
	CHECK_EQ(from + strlen(text), r->head.log_bytes);
}

static bool log_is(const char *text)
{
	return found.log_is_whole && found.head.log_bytes == strlen(text) &&
	       !memcmp(found.area->log, text, strlen(text));
}

TEST(results_start_append_seal)
{
	void *area = area_new();
	struct results r;

	CHECK(find(area));
	CHECK_EQ(found.head.state, RESULTS_STARTED);
	CHECK_STR(found.head.preset, "quick");
	CHECK(log_is(""));
	CHECK(cut_open(&r, area, PHYS, BYTES));
	append(&r, "one\n");
	append(&r, "two\n");
	CHECK(find(area) && log_is("one\ntwo\n"));
	CHECK_EQ(found.head.state, RESULTS_RUNNING);
	cut_seal(&r, RESULTS_FINISHED, "well");
	CHECK(find(area) && log_is("one\ntwo\n"));
	CHECK_EQ(found.head.state, RESULTS_FINISHED);
	CHECK(found.summary_is_whole && found.head.summary_bytes == 4);
	CHECK(!memcmp(found.area->summary, "well", 4));
	CHECK_EQ(cut_append(&r, "x", 1, &(u64){ 0 }), 0);
	results_clear(area);
	CHECK(!find(area));
}

/* After each store of an append: the log before it, or the one after it, whole. */
TEST(results_append_cut_anywhere_leaves_a_whole_log)
{
	void *area = area_new(), *before = test_bytes(NULL, BYTES);
	struct results r, copy;
	u64 nr, nr_new = 0;

	CHECK(cut_open(&r, area, PHYS, BYTES));
	append(&r, "first line\n");
	memcpy(before, area, BYTES);
	copy = r;
	cut_after(UINT64_MAX);
	append(&r, "second line\n");
	nr = cut_stores();
	CHECK(nr > 12 + 2);
	for (u64 i = 0; i <= nr; i++) {
		bool is_new;

		memcpy(area, before, BYTES);
		r = copy;
		cut_after(i);
		append(&r, "second line\n");
		CHECK(find(area));
		is_new = log_is("first line\nsecond line\n");
		CHECK(is_new || log_is("first line\n"));
		CHECK_EQ(found.head.state, RESULTS_RUNNING);
		nr_new += is_new;
	}
	CHECK_EQ(nr_new, 1);
}

TEST(results_seal_cut_anywhere_leaves_a_whole_log)
{
	void *area = area_new(), *before = test_bytes(NULL, BYTES);
	struct results r, copy;
	u64 nr;

	CHECK(cut_open(&r, area, PHYS, BYTES));
	append(&r, "a line\n");
	memcpy(before, area, BYTES);
	copy = r;
	cut_after(UINT64_MAX);
	cut_seal(&r, RESULTS_FAILED, "it failed");
	nr = cut_stores();
	for (u64 i = 0; i <= nr; i++) {
		memcpy(area, before, BYTES);
		r = copy;
		cut_after(i);
		cut_seal(&r, RESULTS_FAILED, "it failed");
		CHECK(find(area) && log_is("a line\n"));
		CHECK_EQ(found.head.state, i == nr ? RESULTS_FAILED : RESULTS_RUNNING);
		CHECK(found.summary_is_whole);
	}
	cut_after(UINT64_MAX);
}

/* A start is not whole before its last store, and then it is. */
TEST(results_start_cut_anywhere_is_none)
{
	void *area = test_bytes(NULL, BYTES);
	u64 nr;

	memset(area, 0xa5, BYTES);
	cut_after(UINT64_MAX);
	CHECK(cut_start(area, PHYS, BYTES, "quick"));
	nr = cut_stores();
	for (u64 i = 0; i <= nr; i++) {
		memset(area, 0xa5, BYTES);
		cut_after(i);
		cut_start(area, PHYS, BYTES, "quick");
		CHECK_EQ(find(area), i == nr);
	}
	cut_after(UINT64_MAX);
}

TEST(results_count_what_is_lost)
{
	static char text[BYTES];
	void *area = area_new();
	u64 from, room = BYTES - sizeof(struct results_area);
	struct results r;

	memset(text, 'x', sizeof(text));
	CHECK(cut_open(&r, area, PHYS, BYTES));
	CHECK_EQ(cut_append(&r, text, room - 3, &from), room - 3);
	CHECK_EQ(cut_append(&r, text, 5, &from), 3);
	CHECK_EQ(cut_append(&r, text, 1, &from), 0);
	CHECK(find(area));
	CHECK_EQ(found.head.log_bytes, room);
	CHECK_EQ(found.head.lost_bytes, 3);
	CHECK(found.log_is_whole);
}

TEST(results_after_a_gap_nothing_follows)
{
	static char text[BYTES];
	void *area = area_new();
	u64 from, room = BYTES - sizeof(struct results_area);
	struct results r;

	CHECK(cut_open(&r, area, PHYS, BYTES));
	CHECK_EQ(cut_append(&r, text, room - 3, &from), room - 3);
	CHECK_EQ(cut_append(&r, text, 9, &from), 3);
	CHECK(find(area) && found.log_is_whole);
	CHECK_EQ(found.head.lost_bytes, 6);
}

TEST(results_are_found_only_where_they_say)
{
	void *area = area_new();

	CHECK(!results_find(area, PHYS + RESULTS_ALIGN, BYTES, &found));
	CHECK(!results_find(area, PHYS, BYTES - 1, &found));
	CHECK(!results_find(area, PHYS, 0, &found));
	CHECK(results_find(area, PHYS, BYTES + 1, &found));
	CHECK(!results_start(area, PHYS + 4096, BYTES, ""));
	CHECK(!results_start(area, PHYS, BYTES - 1, ""));
}

TEST(results_damage_is_told)
{
	void *area = area_new();
	struct results r;

	CHECK(cut_open(&r, area, PHYS, BYTES));
	append(&r, "some text\n");
	cut_seal(&r, RESULTS_FINISHED, "summary");
	((struct results_area *)area)->log[3] ^= 1;
	CHECK(find(area) && !found.log_is_whole && found.summary_is_whole);
	((struct results_area *)area)->summary[0] ^= 1;
	CHECK(find(area) && !found.summary_is_whole);
}

/* Any bit of the newest head: the older one counts, or, where only one was ever written, none. */
TEST(results_head_with_any_bit_changed_does_not_count)
{
	void *area = area_new();
	struct results r;

	CHECK(cut_open(&r, area, PHYS, BYTES));
	append(&r, "x");
	append(&r, "y");
	for (u32 i = 0; i < sizeof(struct results_head) * 8; i++) {
		struct results_area *a = area;
		u8 *head = (u8 *)&a->head[r.head.generation & 1];

		head[i / 8] ^= (u8)(1 << i % 8);
		CHECK(find(area));
		CHECK_EQ(found.head.generation, r.head.generation - 1);
		head[i / 8] ^= (u8)(1 << i % 8);
	}
}
