/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * string - for qrcodegen alone.
 */
#include <lib/string.h>

static inline char *strchr(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return *s == (char)c ? (char *)s : NULL;
}
