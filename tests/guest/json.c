// SPDX-License-Identifier: GPL-2.0-only
/*
 * json - see the header. Strings hold no escapes.
 */
#include <test/json.h>

#include <lib/string.h>

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static const char *skip_space(const char *p)
{
	while (is_space(*p))
		p++;
	return p;
}

static const char *skip_string(const char *p)
{
	do {
		p++;
	} while (*p && *p != '"');
	return *p ? p + 1 : p;
}

static const char *skip_container(const char *p)
{
	u32 depth = 0;

	do {
		if (*p == '"') {
			p = skip_string(p);
			continue;
		}
		depth += *p == '{' || *p == '[';
		depth -= *p == '}' || *p == ']';
		p++;
	} while (depth && *p);
	return p;
}

static const char *value_end(const char *p)
{
	if (*p == '"')
		return skip_string(p);
	if (*p == '{' || *p == '[')
		return skip_container(p);
	while (*p && *p != ',' && *p != '}' && *p != ']' && !is_space(*p))
		p++;
	return p;
}

const char *json_first(const char *container)
{
	const char *p = skip_space(container + 1);

	return *p == '}' || *p == ']' ? NULL : p;
}

const char *json_next(const char *value)
{
	const char *p = skip_space(value_end(value));

	return *p == ',' ? skip_space(p + 1) : NULL;
}

const char *json_value(const char *key)
{
	return skip_space(skip_space(value_end(key)) + 1);
}

size_t json_length(const char *value)
{
	return (size_t)(value_end(value) - value);
}

static bool same_text(const char *a, const char *b)
{
	size_t n = json_length(a);

	return n == json_length(b) && !strncmp(a, b, n);
}

const char *json_find(const char *object, const char *name)
{
	const char *key = json_first(object);

	while (key && !same_text(key, name))
		key = json_next(json_value(key));
	return key ? json_value(key) : NULL;
}

static bool may_be_missing(const char *value)
{
	return *value == '0' && json_length(value) == 1;
}

static const char *object_difference(const char *want, const char *got, bool zeros)
{
	const char *difference = NULL;

	for (const char *key = json_first(want); key && !difference;) {
		const char *value = json_value(key), *found = json_find(got, key);
		bool sparse = zeros || same_text(key, "\"stat\"") || same_text(key, "\"lruvec\"");

		if (!found)
			difference = zeros && may_be_missing(value) ? NULL : key;
		else if (*value == '{' && *found == '{')
			difference = object_difference(value, found, sparse);
		else
			difference = json_difference(value, found);
		key = json_next(value);
	}
	return difference;
}

static const char *array_difference(const char *want, const char *got)
{
	const char *w = json_first(want), *g = json_first(got), *difference = NULL;

	for (; w && g && !difference; w = json_next(w), g = json_next(g))
		difference = json_difference(w, g);
	return difference ? difference : w || g ? want : NULL;
}

const char *json_difference(const char *want, const char *got)
{
	if (*want == '{' && *got == '{')
		return object_difference(want, got, false);
	if (*want == '[' && *got == '[')
		return array_difference(want, got);
	return same_text(want, got) ? NULL : want;
}
