// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdt_find - values of properties, and nodes by compatible, path, alias or phandle.
 *
 * Built on the walk in fdt.c and never reads the blob by itself, except inside a property's value,
 * whose length fdt_prop() has checked. Each lookup is one walk over the tree.
 */
#include <lib/bytes.h>
#include <lib/fdt.h>

bool fdt_prop_u32(const struct fdt *t, const struct fdt_node *n, const char *name, u32 *out)
{
	u32 len;
	const u8 *value = fdt_prop(t, n, name, &len);

	if (!value || len < 4)
		return false;
	*out = bytes_be32(value);
	return true;
}

bool fdt_prop_number(const struct fdt *t, const struct fdt_node *n, const char *name, u64 *out)
{
	u32 len;
	const u8 *value = fdt_prop(t, n, name, &len);

	if (!value || (len != 4 && len != 8))
		return false;
	*out = len == 4 ? bytes_be32(value) : bytes_be64(value);
	return true;
}

const char *fdt_prop_string(const struct fdt *t, const struct fdt_node *n, const char *name,
			    u32 index)
{
	u32 len, one, at = 0;
	const char *value = (const char *)fdt_prop(t, n, name, &len);

	if (!value)
		return NULL;
	while (at < len) {
		one = (u32)bytes_strnlen(value + at, len - at);
		if (one == len - at)
			return NULL;
		if (index-- == 0)
			return value + at;
		at += one + 1;
	}
	return NULL;
}

static bool list_has(const char *list, u32 len, const char *string)
{
	u32 one, at;

	for (at = 0; at < len; at += one + 1) {
		one = (u32)bytes_strnlen(list + at, len - at);
		if (one < len - at && bytes_same_string(list + at, string))
			return true;
	}
	return false;
}

bool fdt_is_compatible(const struct fdt *t, const struct fdt_node *n, const char *compatible)
{
	u32 len;
	const u8 *list = fdt_prop(t, n, "compatible", &len);

	return list && list_has((const char *)list, len, compatible);
}

bool fdt_is_usable(const struct fdt *t, const struct fdt_node *n)
{
	const char *status;

	if (!fdt_prop(t, n, "status", NULL))
		return true;
	status = fdt_prop_string(t, n, "status", 0);
	return status && (bytes_same_string(status, "okay") || bytes_same_string(status, "ok"));
}

bool fdt_find_compatible(const struct fdt *t, struct fdt_node *n, const char *compatible)
{
	struct fdt_node at = *n;

	while (fdt_next_node(t, &at)) {
		if (fdt_is_compatible(t, &at, compatible) && fdt_is_usable(t, &at)) {
			*n = at;
			return true;
		}
	}
	return false;
}

bool fdt_find_phandle(const struct fdt *t, u32 phandle, struct fdt_node *out)
{
	struct fdt_node at = { 0 };
	u32 found;

	while (fdt_next_node(t, &at)) {
		if (!fdt_prop_u32(t, &at, "phandle", &found) &&
		    !fdt_prop_u32(t, &at, "linux,phandle", &found))
			continue;
		if (found == phandle) {
			*out = at;
			return true;
		}
	}
	return false;
}

static size_t component_len(const char *path, size_t len)
{
	size_t n = 0;

	while (n < len && path[n] && path[n] != '/')
		n++;
	return n;
}

/* Does @name answer to the @len bytes at @want, which may leave the unit address out? */
static bool name_answers(const char *name, const char *want, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (name[i] != want[i] || !name[i])
			return false;
	}
	return !name[len] || name[len] == '@';
}

static bool find_child(const struct fdt *t, struct fdt_node *n, const char *name, size_t len)
{
	struct fdt_node parent = *n, child = *n;

	while (fdt_next_child(t, &parent, &child)) {
		if (name_answers(child.name, name, len)) {
			*n = child;
			return true;
		}
	}
	return false;
}

/* Follows the @len bytes at @path down from *n; extra slashes are passed over. */
static bool descend(const struct fdt *t, struct fdt_node *n, const char *path, size_t len)
{
	size_t at = 0, one;

	while (at < len && path[at]) {
		one = component_len(path + at, len - at);
		if (one && !find_child(t, n, path + at, one))
			return false;
		at += one ? one : 1;
	}
	return true;
}

/* The path that the @len bytes at @alias stand for. */
static const char *alias_path(const struct fdt *t, const struct fdt_node *root, const char *alias,
			      size_t len)
{
	struct fdt_node aliases = *root;
	const char *name;
	const u8 *value;
	u32 cursor = 0, value_len;

	if (!descend(t, &aliases, "aliases", 7))
		return NULL;
	while (fdt_next_prop(t, &aliases, &cursor, &name, &value, &value_len)) {
		if (bytes_match(name, alias, len) && value_len && value[0] == '/' &&
		    !value[value_len - 1])
			return (const char *)value;
	}
	return NULL;
}

bool fdt_find_path(const struct fdt *t, const char *path, size_t len, struct fdt_node *out)
{
	struct fdt_node n = { 0 };
	const char *start;
	size_t alias_len;

	if (len == 0 || !fdt_next_node(t, &n))
		return false;
	if (path[0] != '/') {
		alias_len = component_len(path, len);
		start = alias_path(t, &n, path, alias_len);
		if (!start || !descend(t, &n, start, bytes_strnlen(start, FDT_MAX_BYTES)))
			return false;
		path += alias_len;
		len -= alias_len;
	}
	if (!descend(t, &n, path, len))
		return false;
	*out = n;
	return true;
}
