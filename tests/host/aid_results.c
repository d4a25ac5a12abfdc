// SPDX-License-Identifier: GPL-2.0-only
/*
 * aid_results - includes the real file under other names. A store is counted, and may be lost, when
 * it goes to the area that was started last; what the writer keeps for itself is no such memory.
 */
#include "aid_results.h"

#include <lib/crc32.h>

static u64 left = UINT64_MAX, asked;
static const u8 *area_start, *area_end;

void cut_after(u64 nr)
{
	left = nr;
	asked = 0;
}

u64 cut_stores(void)
{
	return asked;
}

/* Does the next store to @at arrive? */
static bool arrives(const void *at)
{
	if ((const u8 *)at < area_start || (const u8 *)at >= area_end)
		return true;
	asked++;
	if (!left)
		return false;
	left -= left != UINT64_MAX;
	return true;
}

static void *counted_memcpy(void *dst, const void *src, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (arrives((u8 *)dst + i))
			((u8 *)dst)[i] = ((const u8 *)src)[i];
	}
	return dst;
}

static void *counted_memset(void *dst, int c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (arrives((u8 *)dst + i))
			((u8 *)dst)[i] = (u8)c;
	}
	return dst;
}

#undef WRITE_ONCE
#define WRITE_ONCE(x, v)                                       \
	do {                                                   \
		if (arrives(&(x)))                             \
			*(volatile __typeof__(x) *)&(x) = (v); \
	} while (0)
#define memcpy	       counted_memcpy
#define memset	       counted_memset
#define string_copy    counted_string_copy
#define results_start  counted_start
#define results_open   counted_open
#define results_append counted_append
#define results_seal   counted_seal
#define results_find   counted_find
#define results_clear  counted_clear

static bool string_copy(char *dst, const char *src, size_t bytes)
{
	return (size_t)snprintf(dst, bytes, "%s", src) < bytes;
}

/* lib/string.h would declare the renamed ones again, without static. */
#define LIB_STRING_H
static bool counted_start(void *at, u64 phys, u64 bytes, const char *preset);
static bool counted_open(struct results *r, void *at, u64 phys, u64 bytes);
static u64 counted_append(struct results *r, const char *bytes, u64 n, u64 *from);
static void counted_seal(struct results *r, enum results_state state, const char *summary);
static __used bool counted_find(const void *at, u64 phys, u64 bytes, struct results_found *out);
static void counted_clear(void *at);
#include "../../kernel/lib/results.c"

bool cut_start(void *at, u64 phys, u64 bytes, const char *preset)
{
	area_start = at;
	area_end = area_start + bytes;
	return counted_start(at, phys, bytes, preset);
}

bool cut_open(struct results *r, void *at, u64 phys, u64 bytes)
{
	return counted_open(r, at, phys, bytes);
}

u64 cut_append(struct results *r, const char *bytes, u64 n, u64 *from)
{
	return counted_append(r, bytes, n, from);
}

void cut_seal(struct results *r, enum results_state state, const char *summary)
{
	counted_seal(r, state, summary);
}
