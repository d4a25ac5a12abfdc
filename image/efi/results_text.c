// SPDX-License-Identifier: GPL-2.0-only
/*
 * results_text - a log is bytes that a machine wrote before it died, so nothing in it is taken on
 * trust: lines that are no whole record are in the .log and nowhere else.
 */
#include "results_text.h"

#include <lib/crc32.h>
#include <lib/fmt.h>
#include <lib/string.h>

#define HEAD_ROOM   512 /* for the line about the whole; its strings are bounded by their types */
#define MARK	    "BS1 "
#define MARK_BYTES  4
#define CRC_DIGITS  8
#define BEFORE_JSON (MARK_BYTES + CRC_DIGITS + 1)

const char *results_state_name(const struct results_found *found)
{
	static const char *const names[] = {
		[RESULTS_STARTED] = "silent",
		[RESULTS_RUNNING] = "reset",
		[RESULTS_FINISHED] = "finished",
		[RESULTS_FAILED] = "failed",
	};

	return found->log_is_whole ? names[found->head.state] : "damaged";
}

const char *results_state_help(const struct results_found *found)
{
	static const char *const helps[] = {
		[RESULTS_STARTED] = "the kernel was started and never wrote anything",
		[RESULTS_RUNNING] = "the machine was reset in the middle of it",
		[RESULTS_FINISHED] = "it came to its end",
		[RESULTS_FAILED] = "it ended with a failure",
	};

	return found->log_is_whole
		       ? helps[found->head.state]
		       : "memory was damaged before it was saved; what is there is kept";
}

static s32 hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hex_read(const char *s, u32 *out)
{
	*out = 0;
	for (u32 i = 0; i < CRC_DIGITS; i++) {
		s32 digit = hex_value(s[i]);

		if (digit < 0)
			return false;
		*out = *out << 4 | (u32)digit;
	}
	return true;
}

/* Is the line @s a record? Its JSON is then at BEFORE_JSON. */
static bool line_is_record(const char *s, u64 n)
{
	u32 crc;

	return n > BEFORE_JSON && !memcmp(s, MARK, MARK_BYTES) && hex_read(s + MARK_BYTES, &crc) &&
	       s[BEFORE_JSON - 1] == ' ' && s[BEFORE_JSON] == '{' &&
	       crc32(0, s + BEFORE_JSON, n - BEFORE_JSON) == crc;
}

u64 results_text_records_bytes(const struct results_found *found)
{
	return HEAD_ROOM + found->head.log_bytes;
}

/* The preset as it may stand in JSON: the head is whole, but a person may have named it. */
static void preset_read(char *out, const struct results_head *head)
{
	string_copy(out, head->preset, RESULTS_PRESET_BYTES);
	for (char *c = out; *c; c++) {
		if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\')
			*c = '?';
	}
}

static u64 write_head(char *out, const struct results_found *found, const struct results_name *name)
{
	const struct results_head *h = &found->head;
	char preset[RESULTS_PRESET_BYTES];

	preset_read(preset, h);
	return (u64)fmt_text(
		out, HEAD_ROOM,
		"{\"rec\":\"stick\",\"state\":\"%s\",\"preset\":\"%s\",\"log_bytes\":%llu,"
		"\"lost_bytes\":%llu,\"log_crc_ok\":%d,\"machine\":\"%s\",\"n\":%u}\n",
		results_state_name(found), preset, (unsigned long long)h->log_bytes,
		(unsigned long long)h->lost_bytes, found->log_is_whole, name->machine,
		name->number);
}

u64 results_text_records(char *out, const struct results_found *found,
			 const struct results_name *name)
{
	const char *log = found->area->log, *end = log + found->head.log_bytes;
	u64 bytes = write_head(out, found, name);

	while (log < end) {
		const char *line = log;
		u64 n;

		while (log < end && *log != '\n')
			log++;
		n = (u64)(log - line);
		log += log < end;
		while (n && line[n - 1] == '\r')
			n--;
		if (!line_is_record(line, n))
			continue;
		memcpy(out + bytes, line + BEFORE_JSON, n - BEFORE_JSON);
		bytes += n - BEFORE_JSON;
		out[bytes++] = '\n';
	}
	return bytes;
}

u64 results_text_summary(char *out, const struct results_found *found,
			 const struct results_name *name)
{
	const struct results_head *h = &found->head;
	char preset[RESULTS_PRESET_BYTES];
	u64 n;

	preset_read(preset, h);
	n = (u64)fmt_text(out, RESULTS_TEXT_BYTES, "%s-%u: preset %s, %s: %s\n", name->machine,
			  name->number, preset, results_state_name(found),
			  results_state_help(found));
	if (!h->summary_bytes || !found->summary_is_whole)
		return n + (u64)fmt_text(out + n, RESULTS_TEXT_BYTES - n,
					 "no summary; the log has %llu bytes\n",
					 (unsigned long long)h->log_bytes);
	memcpy(out + n, found->area->summary, h->summary_bytes);
	n += h->summary_bytes;
	out[n++] = '\n';
	out[n] = '\0';
	return n;
}

u32 results_text_number(const char *file, const char *machine, const char *ending)
{
	size_t n = strlen(machine);
	u32 number = 0, digits = 0;

	if (!string_starts_any_case(file, machine) || file[n] != '-')
		return 0;
	for (file += n + 1; *file >= '0' && *file <= '9' && digits < 8; file++, digits++)
		number = number * 10 + (u32)(*file - '0');
	if (*file != '.' ||
	    (ending && (!string_starts_any_case(file, ending) || file[strlen(ending)])))
		return 0;
	return number;
}
