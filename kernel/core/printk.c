// SPDX-License-Identifier: GPL-2.0-only
/*
 * printk - a line is formatted on the caller's stack and handed to the console in one piece.
 *
 * So it needs no lock of its own, works in any context, and costs a caller PRINTK_LINE bytes of
 * stack: a stack that overflows here does so into its guard. What does not fit is cut with a mark,
 * never split over two lines.
 */
#include <core/printk.h>

#include <core/console.h>
#include <lib/fmt.h>
#include <lib/string.h>

#define PRINTK_LINE 256

void printk(const char *format, ...)
{
	char line[PRINTK_LINE];
	va_list args;
	size_t n;

	va_start(args, format);
	n = (size_t)fmt_vtext(line, sizeof(line) - 1, format, args);
	va_end(args);
	if (n > sizeof(line) - 2) {
		n = sizeof(line) - 2;
		memcpy(line + n - 3, "...", 3);
	}
	line[n++] = '\n';
	console_write(line, n);
}

void stage(const char *name)
{
	printk("stage: %s", name);
}
