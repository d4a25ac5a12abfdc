// SPDX-License-Identifier: GPL-2.0-only
/*
 * string - byte and string functions. Bytewise and small on purpose: nothing here is on a measured
 * path, and the compiler expands the short constant cases itself. Built with -ffreestanding and
 * -fno-builtin, so that memset() is not turned into a call of itself.
 */
#include <lib/string.h>

#include <lib/errno.h>

void *memcpy(void *dst, const void *src, size_t n)
{
	u8 *d = dst;
	const u8 *s = src;

	while (n--)
		*d++ = *s++;
	return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
	u8 *d = dst;
	const u8 *s = src;

	if (d <= s || d >= s + n)
		return memcpy(dst, src, n);
	while (n--)
		d[n] = s[n];
	return dst;
}

/* Pages are cleared with this one, so whole words where the pointer allows it. */
void *memset(void *dst, int c, size_t n)
{
	u8 *d = dst;
	u64 word = 0x0101010101010101ull * (u8)c;

	for (; n && ((uintptr_t)d & 7); n--)
		*d++ = (u8)c;
	for (; n >= 8; n -= 8, d += 8)
		*(u64 *)(void *)d = word;
	while (n--)
		*d++ = (u8)c;
	return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const u8 *x = a, *y = b;

	for (; n; n--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

int strcmp(const char *a, const char *b)
{
	return strncmp(a, b, SIZE_MAX);
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a)
			return (u8)*a - (u8)*b;
	return 0;
}

bool string_copy(char *dst, const char *src, size_t bytes)
{
	size_t i;

	for (i = 0; i + 1 < bytes && src[i]; i++)
		dst[i] = src[i];
	dst[i] = '\0';
	return !src[i];
}

bool string_starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool string_starts_any_case(const char *s, const char *prefix)
{
	for (; *prefix; s++, prefix++) {
		if (lower(*s) != *prefix)
			return false;
	}
	return true;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

int string_to_u64(const char *s, u64 *out)
{
	u64 base = 10, value = 0;

	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
		base = 16;
		s += 2;
	}
	if (!*s)
		return -EINVAL;
	for (; *s; s++) {
		u64 digit = (u64)digit_value(*s);

		if (digit >= base)
			return -EINVAL;
		if (__builtin_mul_overflow(value, base, &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return -ERANGE;
	}
	*out = value;
	return 0;
}
