// SPDX-License-Identifier: GPL-2.0-only
/*
 * conf_lines - one pass over the text. `at` never passes `end`, where a 0 was put; a 0 inside of
 * the text is a character that no rule allows.
 *
 * What GRUB expands or takes for a command ($, backslash, backquote, ; and its kind) is refused
 * everywhere but in comments, so that a file means one thing.
 */
#include "conf_lines.h"

#include <lib/string.h>

struct reader {
	char *at;
	char *end;
	u32 line;
	struct conf_error *error;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Means itself to GRUB, in quotes. */
static bool is_plain(char c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '$' && c != '\\' && c != '`';
}

static bool is_bare(char c)
{
	return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
	       c == '.' || c == ',' || c == ':' || c == '/' || c == '=' || c == '+' || c == '@' ||
	       c == '%';
}

bool conf_is_name(const char *s)
{
	if (!is_lower(*s))
		return false;
	while (is_lower(*s) || is_digit(*s) || *s == '_')
		s++;
	return !*s;
}

/* The word at @from, as far as it can be shown. */
static bool reader_refuse(struct reader *r, const char *from, const char *what)
{
	struct conf_error *e = r->error;
	size_t n = 0;

	for (; from + n < r->end && n + 1 < sizeof(e->word); n++) {
		if (is_blank(from[n]) || from[n] == '\n' || !from[n])
			break;
		e->word[n] = from[n] > ' ' && from[n] <= '~' ? from[n] : '?';
	}
	e->word[n] = '\0';
	e->line = r->line;
	e->what = what;
	return false;
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && is_blank(*r->at))
		r->at++;
}

static void skip_line(struct reader *r)
{
	while (r->at < r->end && *r->at != '\n')
		r->at++;
}

static bool read_name(struct reader *r, struct conf_line *out)
{
	char *start = r->at;

	while (is_lower(*r->at) || is_digit(*r->at) || *r->at == '_')
		r->at++;
	if (!is_lower(*start) || *r->at != '=')
		return reader_refuse(r, start, "is not name=value, with a lower-case name");
	*r->at++ = '\0';
	out->name = start;
	return true;
}

static bool read_quoted(struct reader *r, char **stop)
{
	char *start = r->at - 1;

	while (r->at < r->end && is_plain(*r->at))
		r->at++;
	*stop = r->at;
	if (r->at < r->end && *r->at == '"') {
		r->at++;
		return true;
	}
	if (r->at == r->end || *r->at == '\n' || *r->at == '\r')
		return reader_refuse(r, start, "the quote is not closed on its line");
	return reader_refuse(r, r->at, "is not allowed in a value: plain text without $ \\ `");
}

static bool read_value(struct reader *r, struct conf_line *out)
{
	bool is_quoted = r->at < r->end && *r->at == '"';
	char *start = r->at + is_quoted, *stop;

	if (is_quoted) {
		r->at++;
		if (!read_quoted(r, &stop))
			return false;
	} else {
		while (is_bare(*r->at))
			r->at++;
		stop = r->at;
	}
	/* A # in a word is a letter to GRUB. */
	if (r->at < r->end && !is_blank(*r->at) && *r->at != '\n')
		return reader_refuse(r, r->at, "is not allowed here: a value with it needs quotes");
	skip_blanks(r);
	if (r->at < r->end && *r->at != '\n' && *r->at != '#')
		return reader_refuse(r, r->at,
				     "stands behind the value: several words need quotes");
	/* The quote, the blank or the end of the line that stood here has been looked at. */
	out->value = start;
	skip_line(r);
	*stop = '\0';
	return true;
}

static bool line_is_new(struct reader *r, const struct conf_lines *lines, const char *name)
{
	for (u32 i = 0; i < lines->nr; i++) {
		if (!strcmp(lines->at[i].name, name))
			return reader_refuse(r, name, "is set twice");
	}
	return true;
}

static bool read_line(struct reader *r, struct conf_lines *lines)
{
	struct conf_line line = { .line = r->line };

	if (!read_name(r, &line) || !line_is_new(r, lines, line.name) || !read_value(r, &line))
		return false;
	if (lines->nr == CONF_LINES_MAX)
		return reader_refuse(r, line.name, "is one line too many");
	lines->at[lines->nr++] = line;
	return true;
}

static void skip_byte_order_mark(struct reader *r)
{
	if (r->end - r->at >= 3 && !memcmp(r->at, "\xef\xbb\xbf", 3))
		r->at += 3;
}

bool conf_lines_read(struct conf_lines *lines, char *text, size_t bytes, struct conf_error *error)
{
	struct reader r = { .at = text, .end = text + bytes, .line = 1, .error = error };

	lines->nr = 0;
	if (bytes > CONF_BYTES_MAX)
		return reader_refuse(&r, r.end, "the file is larger than 64 KiB");
	text[bytes] = '\0';
	skip_byte_order_mark(&r);
	for (;;) {
		skip_blanks(&r);
		if (r.at == r.end)
			return true;
		if (*r.at == '#')
			skip_line(&r);
		else if (*r.at != '\n' && !read_line(&r, lines))
			return false;
		if (r.at < r.end) {
			r.at++;
			r.line++;
		}
	}
}
