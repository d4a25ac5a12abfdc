/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen_mode - a linear frame buffer as loaders describe it, and whether it can be one.
 *
 * What firmware says of its display is judged here and nowhere else, whichever way it came.
 */
#ifndef LIB_SCREEN_MODE_H
#define LIB_SCREEN_MODE_H

#include <lib/types.h>

#define SCREEN_SIDE_MAX	       32767u /* pixels; wider or higher is no display */
#define SCREEN_PIXEL_BYTES_MAX 4u

/* Where a colour lies in a pixel. */
struct pixel_field {
	u8 shift;
	u8 bits;
};

/* bytes == 0: there is none. */
struct screen_mode {
	u64 phys;
	u64 bytes;
	u32 width; /* pixels that are seen */
	u32 height;
	u32 pitch_bytes; /* from a line to the next; not less than what is seen */
	u32 pixel_bytes; /* 2, 3 or 4 */
	struct pixel_field red, green, blue;
	u16 unused;
};

/* NULL: can be drawn in; else why not, a constant string. Pure. */
const char *screen_mode_refusal(const struct screen_mode *mode);

#endif
