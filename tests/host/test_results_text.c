// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_results_text - what the files say, for logs with whole and broken lines.
 */
#include "test.h"
#include <lib/crc32.h>
#include <results_text.h>

enum { PHYS = 0x4000000, BYTES = RESULTS_BYTES_MIN };

static struct results_found found;
static const struct results_name name = { "box", 3 };

static void make(const char *log, enum results_state state, const char *summary)
{
	void *area = test_bytes(NULL, BYTES);
	struct results r;
	u64 from;

	CHECK(results_start(area, PHYS, BYTES, "my \"preset\\"));
	CHECK(results_open(&r, area, PHYS, BYTES));
	if (state > RESULTS_STARTED)
		results_append(&r, log, strlen(log), &from);
	if (state > RESULTS_RUNNING)
		results_seal(&r, state, summary);
	CHECK(results_find(area, PHYS, BYTES, &found));
}

static const char *records(void)
{
	u64 room = results_text_records_bytes(&found), n;
	char *out = test_bytes(NULL, room + 1);

	n = results_text_records(out, &found, &name);
	CHECK(n <= room);
	out[n] = '\0';
	return out;
}

static const char *summary_text(void)
{
	char *out = test_bytes(NULL, RESULTS_TEXT_BYTES);
	u64 n = results_text_summary(out, &found, &name);

	CHECK_EQ(n, strlen(out));
	return out;
}

static const char *record(const char *json)
{
	char *line = test_bytes(NULL, 256);

	snprintf(line, 256, "BS1 %08x %s", crc32(0, json, strlen(json)), json);
	return line;
}

TEST(results_text_keeps_whole_records)
{
	char log[1024];

	snprintf(log, sizeof(log), "words\n%s\r\nBS1 00000000 {\"bad\":1}\n %s\nBS1 \n%s\n%s",
		 record("{\"a\":1}"), record("{\"indented\":1}"), record("{\"b\":2}"),
		 record("{\"cut\":3}"));
	log[strlen(log) - 1] = '\0';
	make(log, RESULTS_FAILED, "");
	snprintf(log, sizeof(log),
		 "{\"rec\":\"stick\",\"state\":\"failed\",\"preset\":\"my "
		 "?preset?\",\"log_bytes\":%u,"
		 "\"lost_bytes\":0,\"log_crc_ok\":1,\"machine\":\"box\",\"n\":3}\n"
		 "{\"a\":1}\n{\"b\":2}\n",
		 (unsigned)found.head.log_bytes);
	CHECK_STR(records(), log);
}

TEST(results_text_last_line_needs_no_end)
{
	make(record("{\"a\":1}"), RESULTS_RUNNING, "");
	CHECK(strstr(records(), "\n{\"a\":1}\n"));
	make("", RESULTS_STARTED, "");
	CHECK(strstr(records(), "\"state\":\"silent\""));
}

/* The longest that a record may become is itself. */
TEST(results_text_fits_its_room)
{
	static char log[BYTES];
	size_t n = 0;

	while (n + 64 < BYTES - sizeof(struct results_area))
		n += (size_t)snprintf(log + n, 64, "%s\n", record("{}"));
	make(log, RESULTS_RUNNING, "");
	CHECK(strlen(records()) > n / 8);
}

TEST(results_text_says_how_it_ended)
{
	static const char *const said[] = { "", "silent", "reset", "finished", "failed" };

	for (u32 state = RESULTS_STARTED; state <= RESULTS_FAILED; state++) {
		make("log\n", state, "Cases: 2");
		CHECK_STR(results_state_name(&found), said[state]);
		CHECK(strstr(summary_text(), said[state]));
		CHECK_EQ(!!strstr(summary_text(), "Cases: 2\n"), state > RESULTS_RUNNING);
		CHECK_EQ(!!strstr(summary_text(), "no summary"), state <= RESULTS_RUNNING);
	}
	make("log\n", RESULTS_FINISHED, "Cases: 2");
	((struct results_area *)found.area)->log[0] ^= 1;
	found.log_is_whole = false;
	CHECK_STR(results_state_name(&found), "damaged");
	CHECK(strstr(records(), "\"state\":\"damaged\"") && strstr(records(), "\"log_crc_ok\":0"));
}

TEST(results_text_has_room_for_the_longest_summary)
{
	static char longest[RESULTS_SUMMARY_BYTES + 1];

	memset(longest, 'x', RESULTS_SUMMARY_BYTES);
	make("log\n", RESULTS_FINISHED, longest);
	CHECK(strstr(summary_text(), longest));
}

TEST(results_text_knows_its_files)
{
	CHECK_EQ(results_text_number("box-3.log", "box", NULL), 3);
	CHECK_EQ(results_text_number("BOX-12.TXT", "box", NULL), 12);
	CHECK_EQ(results_text_number("BOX-12.TXT", "box", ".txt"), 12);
	CHECK_EQ(results_text_number("box-12.txtx", "box", ".txt"), 0);
	CHECK_EQ(results_text_number("box-12", "box", NULL), 0);
	CHECK_EQ(results_text_number("box-1-2.log", "box", NULL), 0);
	CHECK_EQ(results_text_number("box2-1.log", "box", NULL), 0);
	CHECK_EQ(results_text_number("box-99999999999.log", "box", NULL), 0);
	CHECK_EQ(results_text_number("b", "box", NULL), 0);
	CHECK_EQ(results_text_number("", "box", NULL), 0);
}
