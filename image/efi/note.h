/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * note - what a person must read: said at once, and kept for the menu, which clears the screen.
 */
#ifndef EFI_NOTE_H
#define EFI_NOTE_H

#include <lib/types.h>

/*
 * A line or more, ending with a line feed; at most 1 KiB. Beyond 2 KiB in all notes are said and
 * not kept.
 */
void note_say(const char *format, ...) __printf_like(1);

/* All that is kept, "" if nothing is. */
const char *note_text(void);

/* What was said until now is not forgotten by note_forget(). */
void note_keep(void);

/* All that was said since. */
void note_forget(void);

#endif
