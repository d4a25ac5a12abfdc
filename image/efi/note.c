// SPDX-License-Identifier: GPL-2.0-only
/*
 * note - text that outlives a cleared screen. One writer, no lock.
 */
#include "note.h"

#include "console.h"

#include <lib/fmt.h>
#include <lib/string.h>

static char kept[2048];
static size_t nr_lasting;

void note_say(const char *format, ...)
{
	static char text[1024];
	size_t at = strlen(kept);
	va_list args;

	va_start(args, format);
	fmt_vtext(text, sizeof(text), format, args);
	va_end(args);
	console_write(text);
	if (strlen(text) < sizeof(kept) - at)
		string_copy(kept + at, text, sizeof(kept) - at);
}

const char *note_text(void)
{
	return kept;
}

void note_keep(void)
{
	nr_lasting = strlen(kept);
}

void note_forget(void)
{
	kept[nr_lasting] = '\0';
}
