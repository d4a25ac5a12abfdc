// SPDX-License-Identifier: GPL-2.0-only
/*
 * console - UTF-16 for the firmware, in pieces that fit the stack.
 *
 * Nothing is awaited with Stall(): a key or a timer event ends a wait. ConIn is not reset either,
 * which takes a second on some machines and forgets a key pressed early.
 */
#include "console.h"

#include "firmware.h"

#include <lib/fmt.h>
#include <lib/string.h>

#define PIECE 128

bool console_has_keys(void)
{
	const SIMPLE_INPUT_INTERFACE *in = firmware.table->ConIn;

	return in && in->WaitForKey;
}

static CHAR16 console_letter(char c)
{
	return (c >= ' ' && c <= '~') || c == '\n' || c == '\b' ? (CHAR16)c : (CHAR16)'?';
}

void console_write(const char *s)
{
	SIMPLE_TEXT_OUTPUT_INTERFACE *out = firmware.table->ConOut;
	CHAR16 piece[PIECE];

	while (out && *s) {
		u32 n = 0;

		for (; *s && n < PIECE - 2; s++) {
			if (*s == '\r')
				continue;
			if (*s == '\n')
				piece[n++] = '\r';
			piece[n++] = console_letter(*s);
		}
		piece[n] = 0;
		out->OutputString(out, piece);
	}
}

void console_say(const char *format, ...)
{
	static char text[4096];
	va_list args;

	va_start(args, format);
	fmt_vtext(text, sizeof(text), format, args);
	va_end(args);
	console_write(text);
}

void console_clear(void)
{
	SIMPLE_TEXT_OUTPUT_INTERFACE *out = firmware.table->ConOut;

	if (out)
		out->ClearScreen(out);
}

void console_row(u32 row)
{
	SIMPLE_TEXT_OUTPUT_INTERFACE *out = firmware.table->ConOut;

	if (!out)
		return;
	if (out->SetCursorPosition(out, 0, row))
		console_write("\n");
}

static u32 key_read(void)
{
	SIMPLE_INPUT_INTERFACE *in = firmware.table->ConIn;
	EFI_INPUT_KEY key = { 0 };

	if (in->ReadKeyStroke(in, &key))
		return CONSOLE_NONE;
	if (key.UnicodeChar == 127)
		return CONSOLE_BACKSPACE;
	if (key.UnicodeChar)
		return key.UnicodeChar < 127 ? key.UnicodeChar : CONSOLE_OTHER;
	switch (key.ScanCode) {
	case SCAN_UP:
		return CONSOLE_UP;
	case SCAN_DOWN:
		return CONSOLE_DOWN;
	case SCAN_DELETE:
		/* What many a serial terminal's Backspace becomes. */
		return CONSOLE_BACKSPACE;
	case SCAN_ESC:
		return CONSOLE_ESCAPE;
	default:
		return CONSOLE_OTHER;
	}
}

/* An event that comes after @seconds, or NULL. */
static EFI_EVENT timer_new(u32 seconds)
{
	EFI_EVENT timer;

	if (firmware.boot->CreateEvent(EVT_TIMER, TPL_APPLICATION, NULL, NULL, &timer))
		return NULL;
	if (!firmware.boot->SetTimer(timer, TimerRelative, seconds * 10000000ull))
		return timer;
	firmware.boot->CloseEvent(timer);
	return NULL;
}

/* Until a key or @timer, if there is one. */
static u32 key_wait(EFI_EVENT timer)
{
	EFI_EVENT events[2];
	UINTN nr = 0, index = 0;
	u32 key;

	if (timer)
		events[nr++] = timer;
	if (console_has_keys())
		events[nr++] = firmware.table->ConIn->WaitForKey;
	/* Half a key, such as the first byte of a sequence, wakes and gives none. */
	do {
		if (!nr || firmware.boot->WaitForEvent(nr, events, &index))
			return CONSOLE_NONE;
		if (timer && index == 0)
			return CONSOLE_NONE;
		key = key_read();
	} while (!key);
	return key;
}

u32 console_key(u32 seconds)
{
	u32 key = console_has_keys() ? key_read() : CONSOLE_NONE;
	EFI_EVENT timer;

	if (key || !seconds)
		return key;
	if (seconds == CONSOLE_FOREVER)
		return key_wait(NULL);
	timer = timer_new(seconds);
	if (!timer)
		return CONSOLE_NONE;
	key = key_wait(timer);
	firmware.boot->CloseEvent(timer);
	return key;
}
