// SPDX-License-Identifier: GPL-2.0-only
/* test_words - words are found at their start only, and put together with one space. */
#include "test.h"

#include <words.h>

TEST(words_last_is_the_one_that_counts)
{
	CHECK(!strcmp(words_last("end=halt", "end=halt"), "end=halt"));
	CHECK(!strcmp(words_last("end=halt x  end=reset", "end="), "end=reset"));
	CHECK(!strcmp(words_last("a  end=halt b", "end="), "end=halt b"));
	CHECK(!*words_last("", "exit="));
	CHECK(!*words_last("case=exit=", "exit="));
	CHECK(!*words_last("a exit", "exit="));
}

TEST(words_join_with_one_space)
{
	char text[8];

	CHECK(words_join(text, sizeof(text), "a", "b c"));
	CHECK_STR(text, "a b c");
	CHECK(words_join(text, sizeof(text), "", "b"));
	CHECK_STR(text, "b");
	CHECK(words_join(text, sizeof(text), "a", ""));
	CHECK_STR(text, "a");
	CHECK(words_join(text, sizeof(text), "abc", "def"));
	CHECK(!words_join(text, sizeof(text), "abcd", "efg"));
	CHECK_STR(text, "abcd ef");
}
