// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_fmt - the kernel's formatter against the C library's snprintf, for everything that both
 * know, at every buffer size around the length of the text.
 */
#include "test.h"
#include <lib/crc32.h>
#include <lib/fmt.h>

/* Compares text, length and what is left alone behind a short buffer. */
#define SAME(...)                                                          \
	do {                                                               \
		char want_[256];                                           \
		int n_ = snprintf(want_, sizeof(want_), __VA_ARGS__);      \
		for (size_t room_ = 0; room_ <= (size_t)n_ + 2; room_++) { \
			char *got_ = test_bytes(NULL, room_);              \
			CHECK_EQ(fmt_text(got_, room_, __VA_ARGS__), n_);  \
			check_cut(got_, room_, want_, (size_t)n_);         \
		}                                                          \
	} while (0)

static void check_cut(const char *got, size_t room, const char *want, size_t len)
{
	size_t kept = len < room ? len : room - 1;

	if (room == 0)
		return;
	CHECK(!memcmp(got, want, kept) && !got[kept]);
	if (room > len)
		CHECK_STR(got, want);
}

TEST(fmt_text_prints_integers)
{
	SAME("%s", "");
	SAME("%d %i %u %x", 0, 0, 0u, 0u);
	SAME("%d|%d|%d", 1, -1, 1234567);
	SAME("%d %d", INT32_MAX, INT32_MIN);
	SAME("%u %x", UINT32_MAX, UINT32_MAX);
	SAME("%ld %lld", (long)INT64_MIN, (long long)INT64_MAX);
	SAME("%lu %llu %lx %llx", UINT64_MAX, (unsigned long long)UINT64_MAX, UINT64_MAX,
	     0x123456789abcdefull);
	SAME("%zu %zd %zx", (size_t)1 << 40, (ssize_t)-5, (size_t)255);
	SAME("%c%c", 'a', '~');
	SAME("100%%");
}

TEST(fmt_text_pads)
{
	SAME("[%5d] [%-5d] [%05d]", 42, 42, 42);
	SAME("[%5d] [%-5d] [%05d]", -42, -42, -42);
	SAME("[%1d] [%01d] [%-1d]", -42, -42, -42);
	SAME("[%08x] [%8x] [%-8x]", 0xbeefu, 0xbeefu, 0xbeefu);
	SAME("[%016lx] [%020ld]", UINT64_MAX, (long)INT64_MIN);
	SAME("[%40lu]", UINT64_MAX);
	SAME("[%5s] [%-5s] [%2s]", "abc", "abc", "abc");
	SAME("[%3c] [%-3c]", 'x', 'x');
}

TEST(fmt_text_cuts_strings)
{
	char unended[3] = { 'a', 'b', 'c' };

	SAME("[%.2s] [%.9s] [%.0s] [%.s]", "abc", "abc", "abc", "abc");
	SAME("[%5.2s] [%-5.2s]", "abc", "abc");
	SAME("%.3s", unended);
}

TEST(fmt_text_has_its_own_ways)
{
	char text[64], format[16] = "%y %q|%";
	const char *volatile none = NULL;

	fmt_text(text, sizeof(text), "%p", (void *)0xffff800012345678);
	CHECK_STR(text, "ffff800012345678");
	fmt_text(text, sizeof(text), "%p", NULL);
	CHECK_STR(text, "0000000000000000");
	fmt_text(text, sizeof(text), "%s %5.1s", none, none);
	CHECK_STR(text, "(null)     (");
	CHECK_EQ(fmt_text(text, sizeof(text), format, 0), 7);
	CHECK_STR(text, "%y %q|%");
	CHECK_EQ(fmt_text(NULL, 0, "%u", 12345u), 5);
}

/* Many flags, widths and values, from a fixed seed. */
TEST(fmt_text_agrees_on_many_formats)
{
	static const char *const flags[] = { "", "-", "0", "-0", "0-" };
	static const char *const ends[] = {
		"ld", "li", "lu", "lx", "lld", "llu", "llx", "zu", "zx"
	};
	char format[32], got[128], want[128];
	uint64_t state = 1;
	u32 i;

	for (i = 0; i < 20000; i++) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		u64 value = state >> (state % 64);
		u32 width = (u32)(state >> 33) % 30;

		snprintf(format, sizeof(format), width > 24 ? "<%%%s%.0u%s>" : "<%%%s%u%s>",
			 flags[(state >> 40) % 5], width > 24 ? 0 : width, ends[(state >> 50) % 9]);
		CHECK_EQ(fmt_text(got, sizeof(got), format, value),
			 snprintf(want, sizeof(want), format, value));
		CHECK_STR(got, want);
	}
}

TEST(crc32_of_known_texts)
{
	static const u8 zeros[32];
	u8 ones[32];

	memset(ones, 0xff, sizeof(ones));
	CHECK_EQ(crc32(0, "", 0), 0);
	CHECK_EQ(crc32(0, "a", 1), 0xe8b7be43);
	CHECK_EQ(crc32(0, "123456789", 9), 0xcbf43926);
	CHECK_EQ(crc32(0, "The quick brown fox jumps over the lazy dog", 43), 0x414fa339);
	CHECK_EQ(crc32(0, zeros, 32), 0x190a55ad);
	CHECK_EQ(crc32(0, ones, 32), 0xff6cab0b);
	CHECK_EQ(crc32(crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
}
