/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * console - text to the firmware's console, which is a screen, a serial line, several of them, or
 * nothing at all; and keys from it. Nothing here fails: without a console text goes nowhere and no
 * key is ever pressed.
 */
#ifndef EFI_CONSOLE_H
#define EFI_CONSOLE_H

#include <lib/types.h>

enum console_key {
	CONSOLE_NONE = 0,
	CONSOLE_BACKSPACE = 8,
	CONSOLE_ENTER = 13,
	CONSOLE_ESCAPE = 27,
	/* ' ' to '~' are themselves. */
	CONSOLE_UP = 0x100,
	CONSOLE_DOWN,
	CONSOLE_OTHER,
};

#define CONSOLE_FOREVER UINT32_MAX

/* False: nobody can answer. */
bool console_has_keys(void);

/* fmt_text()'s conversions; a line feed becomes the firmware's end of line. At most 4 KiB. */
void console_say(const char *format, ...) __printf_like(1);

/* @s as it is, of any length; what is no plain text is shown as a question mark. */
void console_write(const char *s);

void console_clear(void);

/* To the beginning of row @row, from 0, where the console can; ends what stood there. */
void console_row(u32 row);

/*
 * The next key, or CONSOLE_NONE after @seconds; 0: only one that is there already. CONSOLE_NONE
 * comes at once, and for CONSOLE_FOREVER too, where the firmware cannot wait for keys.
 */
u32 console_key(u32 seconds);

#endif
