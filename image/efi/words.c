// SPDX-License-Identifier: GPL-2.0-only
/*
 * words - what they mean is the kernel's business; here they are looked for and put together.
 */
#include "words.h"

#include <lib/fmt.h>
#include <lib/string.h>

const char *words_last(const char *line, const char *key)
{
	const char *last = "";

	while (*line) {
		if (string_starts(line, key))
			last = line;
		while (*line && *line != ' ')
			line++;
		while (*line == ' ')
			line++;
	}
	return last;
}

bool words_join(char *out, size_t bytes, const char *first, const char *second)
{
	int n = fmt_text(out, bytes, "%s%s%s", first, *first && *second ? " " : "", second);

	return (size_t)n < bytes;
}
