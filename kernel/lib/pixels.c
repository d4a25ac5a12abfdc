// SPDX-License-Identifier: GPL-2.0-only
/*
 * pixels - a row of pixels is put together in ordinary memory and then stored in one stretch, which
 * is what write-combining buffers like best, and the same row again for each line of a scaled one.
 *
 * Pixels are little endian, as every frame buffer that UEFI or multiboot2 describes.
 */
#include <lib/pixels.h>

#define ROW_PIXELS_MAX (GLYPH_WIDTH * GLYPH_SCALE_MAX)

struct row {
	u32 bytes;
	union {
		u8 byte[ROW_PIXELS_MAX * SCREEN_PIXEL_BYTES_MAX];
		u32 word[ROW_PIXELS_MAX];
	};
};

const u8 *glyph_rows(char ch)
{
	if (ch < GLYPH_FIRST || ch > GLYPH_LAST)
		ch = '?';
	return glyphs[ch - GLYPH_FIRST];
}

/* The upper bits of @level, or all of them and then some that repeat them. */
static u32 field_value(const struct pixel_field *f, u32 level)
{
	u32 wide = level << 8 | level;

	return wide >> (16 - f->bits) << f->shift;
}

u32 pixels_colour(const struct screen_mode *mode, u32 rgb)
{
	return field_value(&mode->red, rgb >> 16 & 0xff) |
	       field_value(&mode->green, rgb >> 8 & 0xff) | field_value(&mode->blue, rgb & 0xff);
}

static void row_add(struct row *row, u32 colour, u32 pixel_bytes, u32 nr)
{
	while (nr--)
		for (u32 i = 0; i < pixel_bytes; i++)
			row->byte[row->bytes++] = (u8)(colour >> (8 * i));
}

static void row_store(const struct row *row, u8 *to)
{
	if (!(((u64)to | row->bytes) & 3)) {
		volatile u32 *at = (volatile u32 *)to;

		for (u32 i = 0; i < row->bytes / 4; i++)
			at[i] = row->word[i];
	} else {
		volatile u8 *at = to;

		for (u32 i = 0; i < row->bytes; i++)
			at[i] = row->byte[i];
	}
}

/* @row on @nr lines, as far as they are seen. It begins where a pixel is. */
static void row_draw(const struct pixels *p, struct row *row, u32 x, u32 y, u32 nr)
{
	const struct screen_mode *m = &p->mode;

	if (x >= m->width)
		return;
	row->bytes = (u32)min_u64(row->bytes, (u64)(m->width - x) * m->pixel_bytes);
	for (; nr && y < m->height; nr--, y++)
		row_store(row, p->base + (u64)y * m->pitch_bytes + (u64)x * m->pixel_bytes);
}

void pixels_fill(const struct pixels *p, u32 x, u32 y, u32 width, u32 height, u32 colour)
{
	while (width) {
		u32 nr = (u32)min_u64(width, ROW_PIXELS_MAX);
		struct row row = { 0 };

		row_add(&row, colour, p->mode.pixel_bytes, nr);
		row_draw(p, &row, x, y, height);
		x += nr;
		width -= nr;
	}
}

void pixels_glyph(const struct pixels *p, u32 x, u32 y, char ch, u32 scale, u32 ink, u32 paper)
{
	const u8 *rows = glyph_rows(ch);

	for (u32 i = 0; i < GLYPH_HEIGHT; i++) {
		struct row row = { 0 };

		for (u32 bit = 0; bit < GLYPH_WIDTH; bit++)
			row_add(&row, rows[i] & 0x80 >> bit ? ink : paper, p->mode.pixel_bytes,
				scale);
		row_draw(p, &row, x, y + i * scale, scale);
	}
}
