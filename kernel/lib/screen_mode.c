// SPDX-License-Identifier: GPL-2.0-only
/*
 * screen_mode - every product is made in 64 bits: what is judged may be garbage.
 */
#include <lib/screen_mode.h>

static bool field_fits(const struct pixel_field *f, u32 pixel_bits)
{
	return f->bits && f->bits <= 16 && f->shift + f->bits <= pixel_bits;
}

const char *screen_mode_refusal(const struct screen_mode *mode)
{
	u32 bits = mode->pixel_bytes * 8;

	if (!mode->phys)
		return "it has no address";
	if (!mode->width || !mode->height || mode->width > SCREEN_SIDE_MAX ||
	    mode->height > SCREEN_SIDE_MAX)
		return "its size is no display's";
	if (mode->pixel_bytes < 2 || mode->pixel_bytes > SCREEN_PIXEL_BYTES_MAX)
		return "its pixels are not 2, 3 or 4 bytes";
	if (mode->pitch_bytes < (u64)mode->width * mode->pixel_bytes)
		return "a line is shorter than what is seen of it";
	if (mode->bytes < (u64)mode->height * mode->pitch_bytes ||
	    mode->phys + mode->bytes < mode->phys)
		return "it is smaller than its lines";
	if (!field_fits(&mode->red, bits) || !field_fits(&mode->green, bits) ||
	    !field_fits(&mode->blue, bits))
		return "its colours lie outside of its pixels";
	return NULL;
}
