/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * qr - text as a QR code (ISO/IEC 18004), for a machine whose only way out is its screen.
 *
 * The code itself is made by the library qrcodegen; here are its buffers and the form in which
 * lib/display draws it. Context: one at a time; takes milliseconds, nothing being measured.
 */
#ifndef CORE_QR_H
#define CORE_QR_H

struct display_code;

/* @out is valid until the next call; of size 0 where @text is empty or too long. */
void qr_make(const char *text, struct display_code *out);

#endif
