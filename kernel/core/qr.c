// SPDX-License-Identifier: GPL-2.0-only
/*
 * qr - the smallest code that holds the text, with as much redundancy as costs no larger one.
 *
 * Static buffers for the versions that a small screen can show; no allocation, no lock.
 */
#include <core/qr.h>

#include <lib/display.h>
#include <qrcodegen.h>

#define VERSION_MAX 13 /* 425 bytes at the lowest redundancy; 69 modules */

static u8 modules[qrcodegen_BUFFER_LEN_FOR_VERSION(VERSION_MAX)];
static u8 scratch[qrcodegen_BUFFER_LEN_FOR_VERSION(VERSION_MAX)];

static bool qr_is_dark(u32 x, u32 y)
{
	return qrcodegen_getModule(modules, (int)x, (int)y);
}

void qr_make(const char *text, struct display_code *out)
{
	*out = (struct display_code){ .is_dark = qr_is_dark };
	if (*text &&
	    qrcodegen_encodeText(text, scratch, modules, qrcodegen_Ecc_LOW, qrcodegen_VERSION_MIN,
				 VERSION_MAX, qrcodegen_Mask_AUTO, true))
		out->size = (u32)qrcodegen_getSize(modules);
}
