/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * note - what a person must read: said at once, and kept for the menu, which clears the screen.
 */
#ifndef EFI_NOTE_H
#define EFI_NOTE_H

#include <lib/types.h>

/* A line or more, ending with a line feed. Beyond 2 KiB notes are said and not kept. */
void note_say(const char *format, ...) __printf_like(1);

/* All that is kept, "" if nothing is. */
const char *note_text(void);

void note_forget(void);

#endif
