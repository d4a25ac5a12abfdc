// SPDX-License-Identifier: GPL-2.0-only
/*
 * display - where things go on a screen.
 *
 * All coordinates are multiples of 4 pixels wherever the size allows, so that a row of a glyph is
 * whole words at every depth.
 */
#include <lib/display.h>

#include <lib/string.h>

#define COLUMNS_MIN    20u /* less is of no use */
#define ROWS_MIN       3u
#define COLUMNS_WANTED 80u  /* at least, if it is wide enough */
#define COLUMNS_MANY   120u /* more are hard to read */

#define ROWS_LOUD 60u /* registers, a backtrace and some lines */

#define PAGE_MARGIN   8u /* pixels */
#define CODE_QUIET    4u /* modules around a code, ISO/IEC 18004 */
#define MODULE_ENOUGH 12u

/* Ink and paper, 0xrrggbb. */
static const u32 colours[NR_DISPLAY_COLOURS][2] = {
	[DISPLAY_TEXT] = { 0xd0d0d0, 0x000000 },
	[DISPLAY_STATUS] = { 0x000000, 0xa0a0a0 },
	[DISPLAY_LOUD] = { 0xffffff, 0xa00000 },
	[DISPLAY_PAGE] = { 0xffffff, 0x000000 },
};

struct page_layout {
	u32 scale;
	u32 text_width, text_height; /* pixels, margin and all */
	u32 module;		     /* pixels; 0: no code */
	u32 code_x, code_y;
};

/* Few columns for the width; but not too few, and some rows. */
static u32 scale_for_reading(u32 width, u32 height)
{
	u32 scale = 1;

	while (scale < GLYPH_SCALE_MAX && width / (GLYPH_WIDTH * scale) > COLUMNS_MANY)
		scale++;
	while (scale > 1 && (width / (GLYPH_WIDTH * scale) < COLUMNS_WANTED ||
			     height / (GLYPH_HEIGHT * scale) < ROWS_MIN))
		scale--;
	return scale;
}

const char *display_refusal(const struct screen_mode *mode)
{
	const char *why = screen_mode_refusal(mode);

	if (!why &&
	    (mode->width / GLYPH_WIDTH < COLUMNS_MIN || mode->height / GLYPH_HEIGHT < ROWS_MIN))
		why = "it is too small for text";
	return why;
}

/* The largest that leaves so many rows as a panic has lines, and wide enough ones. */
static u32 scale_for_rows(u32 width, u32 height)
{
	u32 scale = 1;

	while (scale < GLYPH_SCALE_MAX && height / (GLYPH_HEIGHT * (scale + 1)) >= ROWS_LOUD &&
	       width / (GLYPH_WIDTH * (scale + 1)) >= COLUMNS_WANTED)
		scale++;
	return scale;
}

static void display_set_scale(struct display *d, u32 scale, enum display_colour blank)
{
	const struct screen_mode *m = &d->pixels.mode;

	d->scale = scale;
	d->is_clear = false;
	grid_init(&d->grid, m->width / (GLYPH_WIDTH * scale), m->height / (GLYPH_HEIGHT * scale),
		  (u8)blank);
}

void display_open(struct display *d, void *base, const struct screen_mode *mode)
{
	d->pixels = (struct pixels){ .base = base, .mode = *mode };
	for (u32 i = 0; i < NR_DISPLAY_COLOURS; i++) {
		d->inks[i] = pixels_colour(mode, colours[i][0]);
		d->papers[i] = pixels_colour(mode, colours[i][1]);
	}
	display_set_scale(d, scale_for_reading(mode->width, mode->height), DISPLAY_TEXT);
}

void display_make_loud(struct display *d)
{
	const struct screen_mode *m = &d->pixels.mode;

	display_set_scale(d, scale_for_rows(m->width, m->height), DISPLAY_LOUD);
}

void display_write(struct display *d, const char *bytes, size_t n, enum display_colour colour)
{
	grid_write(&d->grid, bytes, n, (u8)colour);
}

void display_status(struct display *d, const char *text, enum display_colour colour)
{
	grid_status(&d->grid, text, (u8)colour);
}

/* What is right of the grid and below it belongs to no cell. */
static void display_draw_around(struct display *d)
{
	const struct screen_mode *m = &d->pixels.mode;
	u32 width = d->grid.columns * GLYPH_WIDTH * d->scale;
	u32 height = d->grid.rows * GLYPH_HEIGHT * d->scale;
	u32 colour = d->papers[d->grid.blank_colour];

	pixels_fill(&d->pixels, width, 0, m->width - width, height, colour);
	pixels_fill(&d->pixels, 0, height, m->width, m->height - height, colour);
	d->is_clear = true;
}

void display_draw(struct display *d)
{
	struct grid_change c = { 0 };

	if (!d->is_clear)
		display_draw_around(d);
	while (grid_next(&d->grid, &c))
		pixels_glyph(&d->pixels, c.column * GLYPH_WIDTH * d->scale,
			     c.row * GLYPH_HEIGHT * d->scale, c.cell.ch, d->scale,
			     d->inks[c.cell.colour], d->papers[c.cell.colour]);
}

static void text_size(const char *text, u32 *columns, u32 *rows)
{
	u32 column = 0;

	*columns = *rows = 0;
	for (; *text; text++) {
		/* A row counts with its first character, which may be its end. */
		*rows += !column;
		column = *text == '\n' ? 0 : column + 1;
		*columns = (u32)max_u64(*columns, column);
	}
}

static u32 module_for(u32 width, u32 height, u32 size)
{
	return (u32)min_u64(min_u64(width, height) / (size + 2 * CODE_QUIET), MODULE_ENOUGH);
}

/* Right of the text or below it, where it becomes larger. */
static void layout_code(const struct screen_mode *m, u32 size, struct page_layout *l)
{
	u32 beside = module_for(m->width - l->text_width, m->height, size);
	u32 below = module_for(m->width, m->height - l->text_height, size);

	l->module = (u32)max_u64(beside, below);
	if (l->module < DISPLAY_MODULE_MIN)
		l->module = 0;
	l->code_x = beside >= below ? (u32)align_up(l->text_width, 4) : 0;
	l->code_y = beside >= below ? 0 : l->text_height;
	/* Rounding up may have taken what the last module needs. */
	if (l->code_x + l->module * (size + 2 * CODE_QUIET) > m->width)
		l->code_x = l->text_width;
}

/* The largest text that fits and leaves room for the code; in need a small one, or none. */
static struct page_layout page_layout(const struct screen_mode *m, const char *text,
				      const struct display_code *code)
{
	struct page_layout l = { 0 };
	u32 columns, rows;

	text_size(text, &columns, &rows);
	for (l.scale = GLYPH_SCALE_MAX; l.scale; l.scale--) {
		l.text_width = 2 * PAGE_MARGIN + columns * GLYPH_WIDTH * l.scale;
		l.text_height = 2 * PAGE_MARGIN + rows * GLYPH_HEIGHT * l.scale;
		if (l.text_width > m->width || l.text_height > m->height)
			continue;
		if (!code->size)
			return l;
		layout_code(m, code->size, &l);
		if (l.module >= code->module_pixels || l.scale == 1)
			return l;
	}
	l.scale = 1;
	return l;
}

static void page_text(struct display *d, const char *text, u32 scale)
{
	u32 x = PAGE_MARGIN, y = PAGE_MARGIN;

	for (; *text; text++) {
		if (*text == '\n') {
			x = PAGE_MARGIN;
			y += GLYPH_HEIGHT * scale;
			continue;
		}
		pixels_glyph(&d->pixels, x, y, *text, scale, d->inks[DISPLAY_PAGE],
			     d->papers[DISPLAY_PAGE]);
		x += GLYPH_WIDTH * scale;
	}
}

static void page_code(struct display *d, const struct display_code *code,
		      const struct page_layout *l)
{
	u32 light = pixels_colour(&d->pixels.mode, 0xffffff), side = code->size + 2 * CODE_QUIET;

	pixels_fill(&d->pixels, l->code_x, l->code_y, side * l->module, side * l->module, light);
	for (u32 y = 0; y < code->size; y++)
		for (u32 x = 0; x < code->size; x++)
			if (code->is_dark(x, y))
				pixels_fill(&d->pixels, l->code_x + (x + CODE_QUIET) * l->module,
					    l->code_y + (y + CODE_QUIET) * l->module, l->module,
					    l->module, 0);
}

u32 display_page_rows(const struct display *d)
{
	return (d->pixels.mode.height - 2 * PAGE_MARGIN) / GLYPH_HEIGHT;
}

void display_page(struct display *d, const char *text, const struct display_code *code)
{
	const struct screen_mode *m = &d->pixels.mode;
	struct page_layout l = page_layout(m, text, code);

	pixels_fill(&d->pixels, 0, 0, m->width, m->height, d->papers[DISPLAY_PAGE]);
	page_text(d, text, l.scale);
	if (l.module)
		page_code(d, code, &l);
	grid_forget(&d->grid);
	d->is_clear = false;
}
