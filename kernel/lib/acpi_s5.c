// SPDX-License-Identifier: GPL-2.0-only
/*
 * acpi_s5 - the one thing of AML that switching off takes (ACPI 6.5, 7.4.2 and chapter 20.2).
 *
 * Not an interpreter: the bytes of a name operator, the name, a package operator, its length, the
 * number of elements, and constants. A table that builds the package in any other way has none. A
 * match of the name inside other data is passed over unless all the rest follows.
 */
#include <lib/acpi.h>

#include <lib/bytes.h>

enum {
	AML_ZERO = 0x00,
	AML_ONE = 0x01,
	AML_NAME = 0x08,
	AML_BYTE = 0x0a,
	AML_WORD = 0x0b,
	AML_DWORD = 0x0c,
	AML_PACKAGE = 0x12,
	AML_ROOT = '\\',
	SLEEP_TYPE_MAX = 7,
};

struct reader {
	const u8 *p;
	u32 left;
};

/* -1: no more. */
static int next(struct reader *r)
{
	if (!r->left)
		return -1;
	r->left--;
	return *r->p++;
}

/* The two top bits of the first byte say how many follow it. */
static bool skip_package_length(struct reader *r)
{
	int first = next(r);

	for (int n = first < 0 ? 0 : first >> 6; n; n--)
		if (next(r) < 0)
			return false;
	return first >= 0;
}

/* Little endian; what does not fit a sleep type is none. */
static bool read_constant(struct reader *r, u8 *out)
{
	int op = next(r), value, more = 0;

	if (op == AML_ZERO || op == AML_ONE) {
		*out = (u8)op;
		return true;
	}
	if (op != AML_BYTE && op != AML_WORD && op != AML_DWORD)
		return false;
	value = next(r);
	for (int n = op == AML_BYTE ? 0 : op == AML_WORD ? 1 : 3; n; n--)
		more |= next(r);
	*out = (u8)value;
	return value >= 0 && value <= SLEEP_TYPE_MAX && !more;
}

/* @at is where the name stands. */
static bool has_name_operator(const struct acpi_table *block, u32 at)
{
	const u8 *p = block->data + at;

	return p[-1] == AML_NAME || (p[-1] == AML_ROOT && p[-2] == AML_NAME);
}

bool acpi_s5_find(const struct acpi_table *block, struct acpi_s5 *out)
{
	for (u32 at = ACPI_HEADER_BYTES; at + 4 <= block->length; at++) {
		struct reader r = { block->data + at + 4, block->length - at - 4 };

		if (!bytes_match("_S5_", (const char *)block->data + at, 4) ||
		    !has_name_operator(block, at) || next(&r) != AML_PACKAGE ||
		    !skip_package_length(&r) || next(&r) < 2)
			continue;
		if (read_constant(&r, &out->type_a) && read_constant(&r, &out->type_b))
			return true;
	}
	return false;
}
