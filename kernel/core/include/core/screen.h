/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen - the console on a frame buffer, if the loader named one, and the page that stays at the
 * end.
 *
 * People's lines are shown, records are not; the stage is one status line. Nothing waits or
 * allocates, so a panic shows like anything else. Without a screen every call does nothing.
 *
 * Context: any, unless a line says otherwise. What is drawn at a time is ordered by the console's
 * lock.
 */
#ifndef CORE_SCREEN_H
#define CORE_SCREEN_H

#include <lib/handover.h>
#include <lib/types.h>

struct display_code;

/*
 * Boot CPU, once memory is mapped. A screen that cannot be used is named in a line and done
 * without.
 */
void screen_init(void);
bool screen_is_there(void);

/*
 * The console on @mode, which can be used and is mapped at @base; from its early lines on if they
 * are still kept. False: the console takes no more. For tests, too, which undo it by
 * screen_close().
 */
bool screen_open(void *base, const struct screen_mode *mode);
void screen_close(void);

/* The status line from here on. Threads and interrupt handlers, nothing being measured. */
void screen_status(const char *text);

/* What follows is a panic: loud, on a screen of its own. The CPU that owns the console. */
void screen_panic(void);

/* How many lines a page shows at most; there is a screen. */
u32 screen_page_rows(void);

/*
 * @text, as large as possible, and @code beside it; later lines are not shown any more, but a
 * panic's.
 */
void screen_page(const char *text, const struct display_code *code);

#endif
