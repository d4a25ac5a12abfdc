/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pixels - rectangles and glyphs in a linear frame buffer of whatever pitch, depth and pixel order.
 *
 * Invariant: a frame buffer is only ever written, never read, and by aligned words or single bytes:
 * it may be device memory, where nothing else is allowed, and reads cost a thousand times a write.
 * What lies outside of the visible part is cut off. Pure: no allocation, no lock, one writer at a
 * time.
 */
#ifndef LIB_PIXELS_H
#define LIB_PIXELS_H

#include <lib/screen_mode.h>
#include <lib/types.h>

#define GLYPH_WIDTH	8u
#define GLYPH_HEIGHT	16u
#define GLYPH_FIRST	' '
#define GLYPH_LAST	'~'
#define GLYPH_SCALE_MAX 16u

struct pixels {
	u8 *base; /* where it is mapped */
	struct screen_mode mode;
};

/* The rows of each printable character, leftmost pixel in bit 7. The build makes it of a font. */
extern const u8 glyphs[GLYPH_LAST - GLYPH_FIRST + 1][GLYPH_HEIGHT];

/* Those of @ch; of a question mark if it has none. */
const u8 *glyph_rows(char ch);

/* What a pixel holds for 0xrrggbb. */
u32 pixels_colour(const struct screen_mode *mode, u32 rgb);

void pixels_fill(const struct pixels *p, u32 x, u32 y, u32 width, u32 height, u32 colour);

/* A glyph, each of its pixels a square of @scale, from 1 to GLYPH_SCALE_MAX. */
void pixels_glyph(const struct pixels *p, u32 x, u32 y, char ch, u32 scale, u32 ink, u32 paper);

#endif
