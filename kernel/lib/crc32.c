// SPDX-License-Identifier: GPL-2.0-only
/*
 * crc32 - by half bytes: a table of 16 words that can be checked by eye, fast enough for a serial
 * line.
 *
 * Pure: no state but the constant table, any context, bytes at any alignment. No instruction of a
 * CPU is used for it, since both architectures' would be two more things to check.
 */
#include <lib/crc32.h>

static const u32 crc32_nibble[16] = {
	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
	0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

u32 crc32(u32 crc, const void *bytes, size_t n)
{
	const u8 *p = bytes;

	crc = ~crc;
	for (; n; n--, p++) {
		crc = crc32_nibble[(crc ^ *p) & 15] ^ (crc >> 4);
		crc = crc32_nibble[(crc ^ (*p >> 4)) & 15] ^ (crc >> 4);
	}
	return ~crc;
}
