/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bytes - integers and strings inside data that somebody else laid out.
 *
 * Every load is made of single bytes: firmware tables are packed, and an unaligned load faults on
 * arm64 as long as memory is of Device type. Nothing here knows a bound; the caller has checked it.
 * Context: any.
 */
#ifndef LIB_BYTES_H
#define LIB_BYTES_H

#include <lib/types.h>

static inline u16 bytes_le16(const u8 *p)
{
	return (u16)(p[0] | p[1] << 8);
}

static inline u32 bytes_le32(const u8 *p)
{
	return bytes_le16(p) | (u32)bytes_le16(p + 2) << 16;
}

static inline u64 bytes_le64(const u8 *p)
{
	return bytes_le32(p) | (u64)bytes_le32(p + 4) << 32;
}

static inline u32 bytes_be32(const u8 *p)
{
	return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3];
}

static inline u64 bytes_be64(const u8 *p)
{
	return (u64)bytes_be32(p) << 32 | bytes_be32(p + 4);
}

/* Length of the string at @s, or @max when no end is found in @max bytes. */
static inline size_t bytes_strnlen(const char *s, size_t max)
{
	size_t n = 0;

	while (n < max && s[n])
		n++;
	return n;
}

/* Is the string @s (terminated) exactly the @len bytes at @p? */
static inline bool bytes_match(const char *s, const char *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (s[i] != p[i] || !s[i])
			return false;
	}
	return !s[len];
}

/* Are the terminated strings equal? */
static inline bool bytes_same_string(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

#endif
