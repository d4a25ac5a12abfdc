/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json - look into JSON text where it stands. For text that is known to be well formed: files of
 * the tree, lines of our own. A value is a pointer to its first character.
 */
#ifndef TEST_JSON_H
#define TEST_JSON_H

#include <lib/types.h>

/* The first member of an object, its key, or element of an array; NULL: it is empty. */
const char *json_first(const char *container);

/* The next one behind the value at @value; NULL: that was the last. */
const char *json_next(const char *value);

/* The value behind the key at @key. */
const char *json_value(const char *key);

/* The value of @name, given with its quotes, in @object; NULL: it has none. */
const char *json_find(const char *object, const char *name);

/* How many characters the value at @value has. */
size_t json_length(const char *value);

/*
 * The first value in @want that @got does not have; NULL: it has all. It may have more. Members of
 * "stat" and "lruvec" that are 0 may be missing (replay-format.md).
 */
const char *json_difference(const char *want, const char *got);

#endif
