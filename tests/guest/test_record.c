// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_record - what records are made of. Nothing is sent here; that a sent line is well-formed the
 * host checks for each.
 */
#include <core/record.h>
#include <lib/fmt.h>
#include <lib/string.h>
#include <test/test.h>

static struct record record;
static char want[200];

/* The sequence number is what the boot has sent so far; everything else is fixed. */
static const char *members(void)
{
	const char *at = record.json;

	record.json[record.length] = '\0';
	for (u32 commas = 0; *at && commas < 2; at++)
		commas += *at == ',';
	return at;
}

TEST(record, members)
{
	const u64 values[] = { 0, 1, UINT64_MAX };

	record_begin(&record, "x");
	record_int(&record, "min", (s64)(1ull << 63));
	record_str(&record, "s", "a\"b\\c\n\x7f");
	record_ints(&record, "v", values, ARRAY_SIZE(values));
	record_ints(&record, "none", values, 0);
	EXPECT(string_starts(record.json, "{\"rec\":\"x\",\"seq\":"));
	fmt_text(want, sizeof(want),
		 "\"min\":-9223372036854775808,\"s\":\"a\\\"b\\\\c??\",\"v\":[0,1,-1],\"none\":[]");
	EXPECT_STR(members(), want);
	EXPECT(!record.bad);
}

/* A record that does not fit is marked, and nothing is written behind its end. */
TEST(record, overflow)
{
	record_begin(&record, "x");
	for (u32 i = 0; i < RECORD_BYTES_MAX; i++)
		record_int(&record, "n", i);
	EXPECT(record.bad);
	EXPECT_EQ(record.length, RECORD_BYTES_MAX);
}
