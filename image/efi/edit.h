/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * edit - one line of text, changed at its end: enough for a word more or less, and it works on any
 * console that has a backspace.
 */
#ifndef EFI_EDIT_H
#define EFI_EDIT_H

#include <lib/types.h>

/* Enter: true, and @line (of @bytes, with its 0) is new. Escape: false, and it is as it was. */
bool edit_line(char *line, size_t bytes);

#endif
