// SPDX-License-Identifier: GPL-2.0-only
/*
 * smbios - structures are a formatted part, whose second byte is its length, and strings behind it
 * up to two zeros. A structure that does not end in the table ends the walk.
 */
#include "smbios.h"

#include <lib/bytes.h>
#include <lib/string.h>

#define TYPE_SYSTEM 1
#define TYPE_END    127
#define HEADER	    4
#define AT_PRODUCT  5 /* in a system structure: the number of a string */

/* All bytes of an entry point, by the length that it names, add up to 0. */
static bool entry_is_whole(const u8 *e, u8 n, u8 least, u64 bytes)
{
	u8 sum = 0;

	if (n < least || n > bytes)
		return false;
	while (n--)
		sum += *e++;
	return !sum;
}

bool smbios_entry(const void *entry, u64 bytes, struct smbios_table *out)
{
	const u8 *e = entry;

	if (bytes >= 24 && !memcmp(e, "_SM3_", 5) && entry_is_whole(e, e[6], 24, bytes)) {
		out->bytes = bytes_le32(e + 12);
		out->phys = bytes_le64(e + 16);
		return true;
	}
	/* SMBIOS 2.1 says 30 of 31 by mistake. */
	if (bytes >= 31 && !memcmp(e, "_SM_", 4) && entry_is_whole(e, e[5], 30, bytes)) {
		out->bytes = bytes_le16(e + 22);
		out->phys = bytes_le32(e + 24);
		return true;
	}
	return false;
}

/* The bytes of the structure at @at with its strings; 0: it does not end. */
static u64 structure_bytes(const u8 *at, u64 left)
{
	u64 n = left >= HEADER ? at[1] : 0;

	if (n < HEADER)
		return 0;
	for (; n + 2 <= left; n++) {
		if (!at[n] && !at[n + 1])
			return n + 2;
	}
	return 0;
}

/* String number @nr, from 1, of a structure that ends with two zeros. */
static const char *structure_string(const u8 *at, u32 nr)
{
	const char *s = (const char *)at + at[1];

	while (nr > 1 && *s) {
		s += strlen(s) + 1;
		nr--;
	}
	return nr ? s : "";
}

void smbios_product(const void *table, u64 bytes, char *out, size_t out_bytes)
{
	const u8 *at = table;
	u64 n;

	out[0] = '\0';
	for (; (n = structure_bytes(at, bytes)) && at[0] != TYPE_END; at += n, bytes -= n) {
		if (at[0] != TYPE_SYSTEM || at[1] <= AT_PRODUCT)
			continue;
		string_copy(out, structure_string(at, at[AT_PRODUCT]), out_bytes);
		return;
	}
}

static char name_letter(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c - 'A' + 'a');
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
}

void machine_name(char out[MACHINE_NAME_BYTES], const char *product, const char *otherwise)
{
	size_t n = 0;

	for (; *product && n < MACHINE_NAME_BYTES - 1; product++) {
		char c = name_letter(*product);

		if (c != '-' || (n && out[n - 1] != '-'))
			out[n++] = c;
	}
	while (n && out[n - 1] == '-')
		n--;
	out[n] = '\0';
	if (!n)
		string_copy(out, otherwise, MACHINE_NAME_BYTES);
}
