// SPDX-License-Identifier: GPL-2.0-only
/*
 * edit - what is typed is added, Backspace takes one away. Nothing else moves.
 */
#include "edit.h"

#include "console.h"

#include <lib/handover.h>
#include <lib/string.h>

static void type(char *line, size_t bytes, u32 key)
{
	size_t n = strlen(line);

	if (key == CONSOLE_BACKSPACE && n) {
		line[n - 1] = '\0';
		console_write("\b \b");
	} else if (key >= ' ' && key <= '~' && n + 1 < bytes) {
		line[n] = (char)key;
		line[n + 1] = '\0';
		console_write(line + n);
	}
}

bool edit_line(char *line, size_t bytes)
{
	static char text[HANDOVER_CMDLINE_BYTES];
	u32 key;

	string_copy(text, line, sizeof(text));
	console_write(text);
	while ((key = console_key(CONSOLE_FOREVER)) != CONSOLE_ENTER && key != '\n') {
		if (key == CONSOLE_ESCAPE || key == CONSOLE_NONE)
			return false;
		type(text, min_u64(bytes, sizeof(text)), key);
	}
	return string_copy(line, text, bytes);
}
