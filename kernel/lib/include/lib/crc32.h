/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * crc32 - the CRC of IEEE 802.3 (reflected, polynomial 0xedb88320), as in zlib. Guards record
 * lines, and the host checks it with its own library's function.
 *
 * Finds what a serial line damages or loses inside a line. It is not a defence against anybody.
 */
#ifndef LIB_CRC32_H
#define LIB_CRC32_H

#include <lib/types.h>

/* Of @n bytes, continuing from @crc; 0 to start with. */
u32 crc32(u32 crc, const void *bytes, size_t n);

#endif
