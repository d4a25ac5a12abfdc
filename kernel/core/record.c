// SPDX-License-Identifier: GPL-2.0-only
/*
 * record - JSON with integers, strings and arrays of integers, a sequence number and a CRC around
 * it.
 *
 * A record is built in the caller's struct; one that becomes too long is marked, and what is added
 * after that goes nowhere. The sequence number counts what was sent, so a line that the console
 * loses leaves a gap, and what was never sent is in the count of `bye`. No lock: one thread sends
 * at a time, and a panic ends all others. Knows nothing of what a kind must contain.
 */
#include <core/record.h>

#include <core/console.h>
#include <lib/crc32.h>
#include <lib/fmt.h>
#include <lib/string.h>

#define RECORD_PREFIX	    "BS1 "
#define RECORD_PREFIX_BYTES (sizeof("BS1 01234567 ") - 1)

static u32 record_sequence;
static u32 records_dropped;

static void record_putc(struct record *r, char c)
{
	if (r->length >= RECORD_BYTES_MAX) {
		r->bad = true;
		return;
	}
	r->json[r->length++] = c;
}

static void record_puts(struct record *r, const char *s)
{
	while (*s)
		record_putc(r, *s++);
}

static void record_put_int(struct record *r, s64 value)
{
	char digits[24];

	fmt_text(digits, sizeof(digits), "%lld", (long long)value);
	record_puts(r, digits);
}

/* Everything that JSON or a terminal could take for something else becomes a question mark. */
static void record_put_quoted(struct record *r, const char *s)
{
	record_putc(r, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			record_putc(r, '\\');
		record_putc(r, *s >= ' ' && *s <= '~' ? *s : '?');
	}
	record_putc(r, '"');
}

static void record_name(struct record *r, const char *name)
{
	if (r->length > 1)
		record_putc(r, ',');
	record_put_quoted(r, name);
	record_putc(r, ':');
}

void record_begin(struct record *r, const char *kind)
{
	r->length = 0;
	r->bad = false;
	record_putc(r, '{');
	record_str(r, "rec", kind);
	record_int(r, "seq", record_sequence);
}

void record_int(struct record *r, const char *name, s64 value)
{
	record_name(r, name);
	record_put_int(r, value);
}

void record_str(struct record *r, const char *name, const char *value)
{
	record_name(r, name);
	record_put_quoted(r, value);
}

void record_ints(struct record *r, const char *name, const u64 *values, u32 nr)
{
	record_name(r, name);
	record_putc(r, '[');
	for (u32 i = 0; i < nr; i++) {
		if (i)
			record_putc(r, ',');
		record_put_int(r, (s64)values[i]);
	}
	record_putc(r, ']');
}

void record_send(struct record *r)
{
	char prefix[RECORD_PREFIX_BYTES + 1];
	static char line[RECORD_PREFIX_BYTES + RECORD_BYTES_MAX + 1];

	record_putc(r, '}');
	if (r->bad) {
		records_dropped++;
		return;
	}
	record_sequence++;
	fmt_text(prefix, sizeof(prefix), RECORD_PREFIX "%08x ", crc32(0, r->json, r->length));
	memcpy(line, prefix, RECORD_PREFIX_BYTES);
	memcpy(line + RECORD_PREFIX_BYTES, r->json, r->length);
	line[RECORD_PREFIX_BYTES + r->length] = '\n';
	console_write(line, RECORD_PREFIX_BYTES + r->length + 1);
}

int record_send_bye(struct record *r, u32 runs_ok, u32 runs_refused, bool failed)
{
	int status = failed || records_dropped;

	record_begin(r, "bye");
	record_int(r, "records", record_sequence + 1);
	record_int(r, "dropped", records_dropped);
	record_int(r, "runs_ok", runs_ok);
	record_int(r, "runs_refused", runs_refused);
	record_int(r, "status", status);
	record_send(r);
	return status;
}
