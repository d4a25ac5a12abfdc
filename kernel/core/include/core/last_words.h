/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * last_words - what a person in front of the machine should know at its end: where the results are,
 * what comes next, and the summary's page.
 *
 * Never says what would destroy results that are kept: memory survives a reset, not a power cycle.
 * Context: whoever ends the boot, a panic included; once, in this order.
 */
#ifndef CORE_LAST_WORDS_H
#define CORE_LAST_WORDS_H

#include <lib/types.h>

/* The note, on the console and kept for the page. @seconds that the screen stays; 0: no word. */
void last_words_write(u32 seconds);

/*
 * The page and its code take the place of the console. A refusal's and a panic's lines stay, and
 * those of a boot that has no page.
 */
void last_words_show(void);

#endif
