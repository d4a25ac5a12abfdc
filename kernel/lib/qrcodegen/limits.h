/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * limits - for qrcodegen alone: what the compiler knows.
 */
#define CHAR_BIT 8
#define INT_MAX	 __INT_MAX__
#define LONG_MAX __LONG_MAX__
