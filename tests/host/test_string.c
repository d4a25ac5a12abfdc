// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_string - the kernel's byte and string functions against the C library's, at every small
 * length and alignment.
 */
#include "test.h"
#include <lib/types.h>

static void *(*const host_memmove)(void *, const void *, size_t) = memmove;
static int (*const host_memcmp)(const void *, const void *, size_t) = memcmp;
static int (*const host_strncmp)(const char *, const char *, size_t) = strncmp;
static int (*const host_strcmp)(const char *, const char *) = strcmp;

/* As mk/host.mk renames them when it builds kernel/lib. */
#define memcpy	lib_memcpy
#define memmove lib_memmove
#define memset	lib_memset
#define memcmp	lib_memcmp
#define strlen	lib_strlen
#define strcmp	lib_strcmp
#define strncmp lib_strncmp
#include <lib/errno.h>
#include <lib/string.h>

enum { SPAN = 40 };

static void fill(u8 *p, u32 bytes)
{
	u32 i;

	for (i = 0; i < bytes; i++)
		p[i] = (u8)(i * 7 + 3);
}

TEST(string_moves_like_the_c_library)
{
	u8 got[SPAN], want[SPAN];
	u32 to, from, n;

	for (to = 0; to < 20; to++) {
		for (from = 0; from < 20; from++) {
			for (n = 0; n <= 20; n++) {
				fill(got, SPAN);
				fill(want, SPAN);
				host_memmove(want + to, want + from, n);
				CHECK(memmove(got + to, got + from, n) == got + to);
				CHECK(!host_memcmp(got, want, SPAN));
			}
		}
	}
}

TEST(string_copies_and_sets_no_byte_too_many)
{
	u8 got[SPAN], source[SPAN];
	u32 at, n, i, wrong = 0;

	fill(source, SPAN);
	for (at = 0; at < 9; at++) {
		for (n = 0; n < SPAN - at; n++) {
			memset(got, 0xaa, SPAN);
			CHECK(memcpy(got + at, source, n) == got + at);
			for (i = 0; i < SPAN; i++)
				wrong += got[i] != (i >= at && i < at + n ? source[i - at] : 0xaa);
			memset(got, 0xaa, SPAN);
			CHECK(memset(got + at, 0x155, n) == got + at);
			for (i = 0; i < SPAN; i++)
				wrong += got[i] != (i >= at && i < at + n ? 0x55 : 0xaa);
		}
	}
	CHECK_EQ(wrong, 0);
}

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

TEST(string_compares_like_the_c_library)
{
	static const char *const s[] = { "",	 "a",	 "ab",	 "abc",	  "b",
					 "\x7f", "\x80", "\xff", "a\xff", "abcdefghijk" };
	size_t i, j, n;

	for (i = 0; i < ARRAY_SIZE(s); i++) {
		for (j = 0; j < ARRAY_SIZE(s); j++) {
			CHECK_EQ(sign(strcmp(s[i], s[j])), sign(host_strcmp(s[i], s[j])));
			for (n = 0; n < 5; n++)
				CHECK_EQ(sign(strncmp(s[i], s[j], n)),
					 sign(host_strncmp(s[i], s[j], n)));
		}
	}
	CHECK(memcmp("a\0b", "a\0c", 3) < 0 && memcmp("\xff", "\x01", 1) > 0);
	CHECK_EQ(memcmp("a", "b", 0), 0);
	CHECK(strlen("") == 0 && strlen("abc") == 3);
}

TEST(string_copy_always_terminates)
{
	char to[4] = "xyz";

	CHECK(string_copy(to, "ab", sizeof(to)));
	CHECK_STR(to, "ab");
	CHECK(string_copy(to, "abc", sizeof(to)));
	CHECK_STR(to, "abc");
	CHECK(!string_copy(to, "abcd", sizeof(to)));
	CHECK_STR(to, "abc");
	CHECK(!string_copy(to, "a", 1) && string_copy(to, "", 1));
	CHECK_STR(to, "");
	CHECK(string_starts("case=null", "case=") && string_starts("a", "") &&
	      !string_starts("a", "ab"));
	CHECK(string_starts_any_case("EFI/Boot/x", "efi/boot/") &&
	      string_starts_any_case("a", "") && !string_starts_any_case("A", "ab") &&
	      !string_starts_any_case("[", "{"));
}

static int number_of(const char *s, u64 *value)
{
	*value = 0x1234;
	return string_to_u64(s, value);
}

TEST(string_to_u64_takes_whole_numbers_only)
{
	static const char *const bad[] = { "",	 "0x",	"-1", "+1",  " 1", "1 ",
					   "1a", "0xg", "x1", "0b1", "1.0" };
	static const char *const large[] = { "18446744073709551616", "99999999999999999999",
					     "0x10000000000000000", "0xfffffffffffffffff" };
	size_t i;
	u64 v;

	CHECK(number_of("0", &v) == 0 && v == 0);
	CHECK(number_of("0010", &v) == 0 && v == 10);
	CHECK(number_of("0xFfA9", &v) == 0 && v == 0xffa9);
	CHECK(number_of("18446744073709551615", &v) == 0 && v == UINT64_MAX);
	CHECK(number_of("0xffffffffffffffff", &v) == 0 && v == UINT64_MAX);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_EQ(number_of(bad[i], &v), -EINVAL);
		CHECK_EQ(v, 0x1234);
	}
	for (i = 0; i < ARRAY_SIZE(large); i++) {
		CHECK_EQ(number_of(large[i], &v), -ERANGE);
		CHECK_EQ(v, 0x1234);
	}
}
