/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stdlib - for qrcodegen alone.
 */
static inline int abs(int x)
{
	return x < 0 ? -x : x;
}

static inline long labs(long x)
{
	return x < 0 ? -x : x;
}
