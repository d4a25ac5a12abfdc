// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_console - a sink gets one line a call, however many are written as one: the early ones of a
 * boot come to it in the same way, and a sink that looks for how a line begins misses none.
 */
#include <core/console.h>

#include <lib/string.h>
#include <test/test.h>

static u32 nr_calls, nr_wanted, nr_partial;

static void sink(const char *bytes, size_t n)
{
	const char wanted[] = "# error";

	nr_calls++;
	nr_wanted += n >= sizeof(wanted) - 1 && !memcmp(bytes, wanted, sizeof(wanted) - 1);
	nr_partial += bytes[n - 1] != '\n';
}

TEST(console, one_line_a_call)
{
	const char lines[] = "# first\n\n# error: the third\n";

	nr_calls = nr_wanted = nr_partial = 0;
	if (console_attach(sink)) {
		SKIP("no sink is free");
		return;
	}
	console_write(lines, sizeof(lines) - 1);
	console_detach(sink);
	EXPECT_EQ(nr_calls, 3);
	EXPECT_EQ(nr_wanted, 1);
	EXPECT_EQ(nr_partial, 0);
}
