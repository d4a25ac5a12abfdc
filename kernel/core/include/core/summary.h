/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * summary - the page that a boot leaves behind for people, and the compact form of it for a QR code.
 *
 * Made once, at the end of a boot, out of the measured parts: lines of at most SUMMARY_COLUMNS
 * characters. It is shown on the console, kept beside the log, drawn on the screen, and never
 * parsed. A boot that ends early has none of its own; then what it last complained of stands for
 * it.
 *
 * Context: threads of the boot CPU, one at a time; summary_text() also in a panic.
 */
#ifndef CORE_SUMMARY_H
#define CORE_SUMMARY_H

#include <lib/types.h>

#define SUMMARY_COLUMNS	   78u
#define SUMMARY_CODE_BYTES 300u /* a camera reads the code of so much text from a small screen */

struct payload_result;

/* Boot CPU, early: remember the last "error: " or "panic: " line of the console. */
void summary_init(void);

/* One line of the page; longer: cut. The newline is added. What does not fit any more is left out. */
void summary_line(const char *format, ...) __printf_like(1);

/* One line of the compact form, for machines to read; left out if it does not fit whole. */
void summary_code(const char *format, ...) __printf_like(1);

/*
 * What the core knows of this boot: machine, environment, build, counts. The payload's lines
 * follow.
 */
void summary_begin(const struct payload_result *result);

/* The page is complete: print it. */
void summary_print(void);
bool summary_is_complete(void);

/* The page as it is, or the last complaint if there is none; newlines between the lines. */
const char *summary_text(void);
const char *summary_code_text(void);

/* @milli thousandths as a decimal number, right-aligned in 12 characters. */
void summary_decimal(s64 milli, char text[24]);

#endif
