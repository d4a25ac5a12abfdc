/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * string - the part of the C library's string.h that a freestanding compiler may call, and a little
 * more.
 *
 * Same contracts as in the C standard.
 */
#ifndef LIB_STRING_H
#define LIB_STRING_H

#include <lib/types.h>

void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);

/* Copy what fits and always terminate. Returns false if @src was cut. @bytes is not 0. */
bool string_copy(char *dst, const char *src, size_t bytes);

/* Does @s start with @prefix? */
bool string_starts(const char *s, const char *prefix);

/* The same whatever case the letters of @s have; @prefix is lower case. */
bool string_starts_any_case(const char *s, const char *prefix);

/*
 * A whole decimal or 0x-prefixed number. 0, -EINVAL if there is anything else in @s, -ERANGE if it
 * does not fit.
 */
int string_to_u64(const char *s, u64 *out);

#endif
