// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_lib - the library as this compiler builds it for the target, where no host test can look.
 * The parsers are tested on the host only.
 */
#include <lib/crc32.h>
#include <lib/errno.h>
#include <lib/fmt.h>
#include <lib/list.h>
#include <lib/ranges.h>
#include <lib/string.h>
#include <test/test.h>

static char text[64];

#define EXPECT_FMT(want, ...)                                        \
	do {                                                         \
		int n__ = fmt_text(text, sizeof(text), __VA_ARGS__); \
		EXPECT_STR(text, want);                              \
		EXPECT_EQ(n__, sizeof(want) - 1);                    \
	} while (0)

TEST(lib, fmt_integers)
{
	EXPECT_FMT("0 -1 4294967295 ff", "%d %i %u %x", 0, -1, 0xffffffffu, 0xffu);
	EXPECT_FMT("-9223372036854775808", "%lld", (long long)(1ull << 63));
	EXPECT_FMT("18446744073709551615", "%llu", ~0ull);
	EXPECT_FMT("18446744073709551615", "%zu", (size_t)-1);
	EXPECT_FMT("-2147483648", "%d", -2147483647 - 1);
	EXPECT_FMT("|   42|42   |00042|-0042|", "|%5d|%-5d|%05d|%05d|", 42, 42, 42, -42);
	EXPECT_FMT("123456", "%3d", 123456);
}

TEST(lib, fmt_strings)
{
	EXPECT_FMT("a%b", "%c%%%s", 'a', "b");
	EXPECT_FMT("|  ab|ab  |a|", "|%4s|%-4s|%.1s|", "ab", "ab", "ab");
	EXPECT_FMT("00000000deadbeef", "%p", (void *)0xdeadbeef);
}

/* The buffer's end is respected, and the length is that of the whole text. */
TEST(lib, fmt_bounds)
{
	char small[8];

	for (size_t bytes = 0; bytes <= sizeof(small); bytes++) {
		memset(small, '#', sizeof(small));
		EXPECT_EQ(fmt_text(small, bytes, "%d", 123456), 6);
		for (size_t i = bytes; i < sizeof(small); i++)
			EXPECT_EQ(small[i], '#');
		if (bytes)
			EXPECT_EQ(strlen(small), min_u64(bytes - 1, 6));
	}
}

TEST(lib, crc32)
{
	EXPECT_EQ(crc32(0, "123456789", 9), 0xcbf43926);
	EXPECT_EQ(crc32(0, "", 0), 0);
	EXPECT_EQ(crc32(crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
}

TEST(lib, string_compare)
{
	EXPECT_EQ(strcmp("abc", "abc"), 0);
	EXPECT(strcmp("abc", "abd") < 0 && strcmp("abd", "abc") > 0);
	EXPECT(strcmp("ab", "abc") < 0 && strcmp("\x80", "a") > 0);
	EXPECT_EQ(strncmp("abc", "abd", 2), 0);
	EXPECT_EQ(strncmp("abc", "xyz", 0), 0);
	EXPECT(memcmp("\x80", "\x01", 1) > 0);
	EXPECT(string_starts("lib.fmt", "lib") && !string_starts("li", "lib") &&
	       string_starts("x", ""));
}

TEST(lib, string_copy)
{
	char buf[4];

	EXPECT(string_copy(buf, "abc", sizeof(buf)));
	EXPECT_STR(buf, "abc");
	EXPECT(!string_copy(buf, "abcd", sizeof(buf)));
	EXPECT_STR(buf, "abc");
	EXPECT(!string_copy(buf, "x", 1));
	EXPECT_STR(buf, "");
}

TEST(lib, string_to_u64)
{
	u64 n = 7;

	EXPECT(!string_to_u64("18446744073709551615", &n) && n == UINT64_MAX);
	EXPECT(!string_to_u64("0xffffffffffffffff", &n) && n == UINT64_MAX);
	EXPECT(!string_to_u64("0", &n) && n == 0);
	EXPECT_EQ(string_to_u64("18446744073709551616", &n), (u64)-ERANGE);
	EXPECT_EQ(string_to_u64("0x10000000000000000", &n), (u64)-ERANGE);
	EXPECT_EQ(string_to_u64("", &n), (u64)-EINVAL);
	EXPECT_EQ(string_to_u64("0x", &n), (u64)-EINVAL);
	EXPECT_EQ(string_to_u64("12a", &n), (u64)-EINVAL);
	EXPECT_EQ(string_to_u64("-1", &n), (u64)-EINVAL);
}

/* Every alignment and every length around a word, with the bytes next to it untouched. */
TEST(lib, memset_edges)
{
	u8 buf[40];

	for (size_t start = 0; start < 9; start++) {
		for (size_t n = 0; n < 24; n++) {
			memset(buf, 0x55, sizeof(buf));
			memset(buf + 1 + start, 0xaa, n);
			for (size_t i = 0; i < sizeof(buf); i++)
				EXPECT_EQ(buf[i], i > start && i < 1 + start + n ? 0xaa : 0x55);
		}
	}
}

TEST(lib, memmove_overlap)
{
	char buf[] = "0123456789";

	memmove(buf + 2, buf, 5);
	EXPECT_STR(buf, "0101234789");
	memmove(buf, buf + 3, 6);
	EXPECT_STR(buf, "123478"
			"4789");
	memmove(buf, buf, 10);
	EXPECT_STR(buf, "1234784789");
}

TEST(lib, ranges)
{
	static struct ranges set;

	memset(&set, 0, sizeof(set));
	ranges_add(&set, 0x5000, 0x1000);
	ranges_add(&set, 0x1000, 0x1000);
	ranges_add(&set, 0x2000, 0x3000);
	EXPECT(set.nr == 1 && set.at[0].start == 0x1000 && set.at[0].end == 0x6000);
	ranges_remove(&set, 0x2800, 0x800);
	EXPECT(set.nr == 2 && set.at[0].end == 0x2800 && set.at[1].start == 0x3000);
	EXPECT_EQ(ranges_bytes(&set), 0x4800);
	ranges_align(&set, 0x1000);
	EXPECT(set.nr == 2 && set.at[0].end == 0x2000);
	EXPECT(ranges_contain(&set, 0x3000, 0x3000) && !ranges_contain(&set, 0x3000, 0x3001));
	ranges_remove(&set, 0, UINT64_MAX);
	EXPECT_EQ(set.nr, 0);
	ranges_add(&set, UINT64_MAX - 0x10, 0x1000);
	EXPECT(set.nr == 1 && set.at[0].end == UINT64_MAX);
}

TEST(lib, list)
{
	struct list_node head, a, b;

	list_init(&head);
	list_add_before(&a, &head);
	list_add_before(&b, &head);
	EXPECT(head.next == &a && a.next == &b && b.next == &head && head.prev == &b);
	list_remove(&a);
	list_remove(&a);
	EXPECT(head.next == &b && b.prev == &head && list_empty(&a));
}
