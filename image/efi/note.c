// SPDX-License-Identifier: GPL-2.0-only
/*
 * note - text that outlives a cleared screen. One writer, no lock.
 */
#include "note.h"

#include "console.h"

#include <lib/fmt.h>
#include <lib/string.h>

static char kept[2048];

void note_say(const char *format, ...)
{
	size_t at = strlen(kept);
	va_list args;

	va_start(args, format);
	fmt_vtext(kept + at, sizeof(kept) - at, format, args);
	va_end(args);
	console_write(kept + at);
}

const char *note_text(void)
{
	return kept;
}

void note_forget(void)
{
	kept[0] = '\0';
}
