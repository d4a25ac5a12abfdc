/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fmt - formatted text into a buffer. Integers and strings only: the target has no floating point
 * and prints no decimals.
 *
 * Conversions: %d %i %u %x %c %s %p %%, with l, ll and z, a field width, 0 and - flags, and a
 * precision for %s. Anything else is printed as it stands, so that a mistake shows.
 */
#ifndef LIB_FMT_H
#define LIB_FMT_H

#include <stdarg.h>

#include <lib/types.h>

/*
 * As snprintf: writes at most @bytes with the terminating 0, returns the length that the whole text
 * has. Context: any; takes no lock.
 */
int fmt_text(char *buf, size_t bytes, const char *format, ...) __printf_like(3);
int fmt_vtext(char *buf, size_t bytes, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

#endif
