/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * summary - the page that a boot leaves behind for people, and its compact form for a QR code.
 *
 * The payload adds its lines when it has them, outside of what is measured; at the end the kernel's
 * own come before them. It is shown on the console, kept beside the log, drawn on the screen, and
 * never parsed. A boot that ends early has none of its own; then what it last complained of stands
 * for it.
 *
 * Context: threads of the boot CPU, one at a time; summary_text() also in a panic.
 */
#ifndef CORE_SUMMARY_H
#define CORE_SUMMARY_H

#include <lib/types.h>

#define SUMMARY_COLUMNS	   78u
#define SUMMARY_CODE_BYTES 360u /* a camera reads the code of so much text from a small screen */

/* The last line of a page that has lost some. */
#define SUMMARY_MORE "More is in the log."

struct payload_result;

/* Boot CPU, early: remember the last "error: " or "panic: " line of the console. */
void summary_init(void);

/*
 * One line of the page, cut to fit, newline added. Left out if the page is full; then its last line
 * says that there is more.
 */
void summary_line(const char *format, ...) __printf_like(1);

/*
 * One line of the compact form, for machines to read; left out with all that come after it if it
 * does not fit whole. What matters less comes behind all other lines, whenever it is added.
 */
void summary_code(const char *format, ...) __printf_like(1);
void summary_code_last(const char *format, ...) __printf_like(1);

/* Nothing has been run that a page could be of: what is on the console is the result. */
void summary_leave_out(void);

/*
 * The page is complete: what the kernel knows of this boot stands before those lines; behind that,
 * if the boot failed, what was complained of since the last of them. Print it.
 */
void summary_finish(const struct payload_result *result);
bool summary_is_complete(void);

/* The page as it is, or the last complaint if there is none; newlines between the lines. */
const char *summary_text(void);
const char *summary_code_text(void);

/* @milli thousandths as a decimal number, right-aligned in 12 characters. */
void summary_decimal(s64 milli, char text[24]);

#endif
