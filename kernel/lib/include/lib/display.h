/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * display - a console and a page for the end, in a frame buffer: a grid of characters over pixels.
 *
 * Glyphs grow with the display, so that 80 to 120 columns fit. Pure: no allocation, no lock, one
 * user at a time; nothing but what is given is touched, and the frame buffer is written only.
 */
#ifndef LIB_DISPLAY_H
#define LIB_DISPLAY_H

#include <lib/grid.h>
#include <lib/pixels.h>

enum display_colour {
	DISPLAY_TEXT,
	DISPLAY_STATUS,
	DISPLAY_LOUD, /* a panic */
	DISPLAY_PAGE,
	NR_DISPLAY_COLOURS,
};

#define DISPLAY_MODULE_GOOD 4u /* pixels that any camera reads */
#define DISPLAY_MODULE_MIN  2u /* less is not drawn */

struct display {
	struct pixels pixels;
	struct grid grid;
	u32 scale;
	bool is_clear; /* what lies around the grid has been drawn */
	u32 inks[NR_DISPLAY_COLOURS], papers[NR_DISPLAY_COLOURS];
};

/* A square of dark and light modules: a QR code. */
struct display_code {
	u32 size;	   /* modules; 0: none */
	u32 module_pixels; /* that a module should have: the text becomes smaller for it */
	bool (*is_dark)(u32 x, u32 y);
};

/* NULL: display_open() can use it; else why not, a constant string. */
const char *display_refusal(const struct screen_mode *mode);

/* @mode has no refusal and is mapped at @base. Nothing is drawn yet. */
void display_open(struct display *d, void *base, const struct screen_mode *mode);

/* Text and status for the console; display_draw() shows what has changed. */
void display_write(struct display *d, const char *bytes, size_t n, enum display_colour colour);
void display_status(struct display *d, const char *text, enum display_colour colour);
void display_draw(struct display *d);

/* Empty, all of it in the colour of a panic, the text so small that its lines fit. */
void display_make_loud(struct display *d);

/* How many lines of text a page can have. */
u32 display_page_rows(const struct display *d);

/*
 * Instead of the console until the next display_draw(): @text as large as it fits, and @code beside
 * or below it, if there is one and room for it. Text that is too long is cut.
 */
void display_page(struct display *d, const char *text, const struct display_code *code);

#endif
