// SPDX-License-Identifier: GPL-2.0-only
/*
 * fdt - blob, tokens, nodes and properties of a flattened device tree.
 *
 * One function, token_read(), turns an offset into a token, and it alone decides what lies inside
 * the structure block: every walk is a loop around it, and every token moves the offset forward, so
 * that each walk ends. Lookups by path, phandle or compatible are in fdt_find.c, addresses and
 * interrupts in fdt_reg.c.
 */
#include <lib/bytes.h>
#include <lib/errno.h>
#include <lib/fdt.h>

enum {
	FDT_MAGIC = 0xd00dfeed,
	FDT_HEADER_BYTES = 40,
	FDT_VERSION = 17,
	FDT_RESERVE_ENTRY_BYTES = 16,
};

enum token_kind {
	TOKEN_BEGIN_NODE = 1,
	TOKEN_END_NODE = 2,
	TOKEN_PROP = 3,
	TOKEN_NOP = 4,
	TOKEN_END = 9,
};

struct token {
	u32 kind;
	u32 next;	  /* offset of the token after it */
	const char *name; /* of a node or a property */
	const u8 *value;
	u32 len;
};

/* Offsets in the structure block are multiples of 4; at most FDT_MAX_BYTES, so nothing here wraps.
 */
static bool node_read(const struct fdt *t, u32 at, struct token *k)
{
	u32 room = t->struct_end - at - 4;
	u32 len;

	k->name = (const char *)t->blob + at + 4;
	len = (u32)bytes_strnlen(k->name, room);
	k->next = (u32)align_up(at + 4 + len + 1, 4);
	return len < room;
}

static bool prop_read(const struct fdt *t, u32 at, struct token *k)
{
	u32 room, name_off;

	if (t->struct_end - at < 12)
		return false;
	k->len = bytes_be32(t->blob + at + 4);
	if (k->len > t->struct_end - at - 12)
		return false;
	k->value = t->blob + at + 12;
	k->next = (u32)align_up(at + 12 + k->len, 4);

	name_off = bytes_be32(t->blob + at + 8);
	if (name_off >= t->strings_end - t->strings_off)
		return false;
	room = t->strings_end - t->strings_off - name_off;
	k->name = (const char *)t->blob + t->strings_off + name_off;
	return bytes_strnlen(k->name, room) < room;
}

static bool token_read(const struct fdt *t, u32 at, struct token *k)
{
	bool good = true;

	if (at < t->struct_off || at > t->struct_end || t->struct_end - at < 4)
		return false;
	k->kind = bytes_be32(t->blob + at);
	k->next = at + 4;
	switch (k->kind) {
	case TOKEN_BEGIN_NODE:
		good = node_read(t, at, k);
		break;
	case TOKEN_PROP:
		good = prop_read(t, at, k);
		break;
	case TOKEN_END_NODE:
	case TOKEN_NOP:
	case TOKEN_END:
		break;
	default:
		return false;
	}
	return good && k->next <= t->struct_end;
}

/* One root, all nodes closed, no property outside a node, nothing unreadable in front of the end
 * token. */
static bool structure_is_sound(const struct fdt *t)
{
	struct token k;
	u32 at = t->struct_off;
	u32 open = 0, roots = 0;

	for (; token_read(t, at, &k); at = k.next) {
		switch (k.kind) {
		case TOKEN_BEGIN_NODE:
			if (open == 0)
				roots++;
			if (++open > FDT_MAX_DEPTH + 1)
				return false;
			break;
		case TOKEN_END_NODE:
			if (open-- == 0)
				return false;
			break;
		case TOKEN_PROP:
			if (open == 0)
				return false;
			break;
		case TOKEN_END:
			return open == 0 && roots == 1;
		}
	}
	return false;
}

static bool block_is_inside(const struct fdt *t, u32 off, u32 len)
{
	return off >= FDT_HEADER_BYTES && off <= t->size && len <= t->size - off;
}

static bool reservations_end(const struct fdt *t)
{
	struct fdt_range r;
	u32 i = 0;

	while (fdt_reserved(t, i, &r))
		i++;
	return block_is_inside(t, t->reserve_off, (i + 1) * FDT_RESERVE_ENTRY_BYTES);
}

int fdt_open(struct fdt *t, const void *blob, size_t max_bytes)
{
	const u8 *p = blob;
	u32 struct_len, strings_len;

	if (max_bytes < FDT_HEADER_BYTES || bytes_be32(p) != FDT_MAGIC)
		return -ENODEV;
	t->blob = p;
	t->size = bytes_be32(p + 4);
	if (t->size > max_bytes || t->size > FDT_MAX_BYTES)
		return -E2BIG;
	if (bytes_be32(p + 20) < FDT_VERSION || bytes_be32(p + 24) > FDT_VERSION)
		return -ERANGE;

	t->struct_off = bytes_be32(p + 8);
	t->strings_off = bytes_be32(p + 12);
	t->reserve_off = bytes_be32(p + 16);
	t->boot_cpu = bytes_be32(p + 28);
	strings_len = bytes_be32(p + 32);
	struct_len = bytes_be32(p + 36);
	if (t->struct_off % 4 || !block_is_inside(t, t->struct_off, struct_len) ||
	    !block_is_inside(t, t->strings_off, strings_len))
		return -EINVAL;
	t->struct_end = t->struct_off + struct_len;
	t->strings_end = t->strings_off + strings_len;
	return reservations_end(t) && structure_is_sound(t) ? 0 : -EINVAL;
}

bool fdt_reserved(const struct fdt *t, u32 index, struct fdt_range *out)
{
	const u8 *entry;
	u64 off = t->reserve_off + (u64)index * FDT_RESERVE_ENTRY_BYTES;

	if (off + FDT_RESERVE_ENTRY_BYTES > t->size)
		return false;
	entry = t->blob + off;
	out->base = bytes_be64(entry);
	out->size = bytes_be64(entry + 8);
	return out->base || out->size;
}

bool fdt_next_node(const struct fdt *t, struct fdt_node *n)
{
	struct token k;
	u32 at = n->next ? n->next : t->struct_off;
	u32 open = n->next ? n->depth + 1 : 0;

	for (; token_read(t, at, &k); at = k.next) {
		if (k.kind == TOKEN_END_NODE && open-- == 0)
			return false;
		if (k.kind == TOKEN_END)
			return false;
		if (k.kind != TOKEN_BEGIN_NODE)
			continue;
		if (open > FDT_MAX_DEPTH)
			return false;
		n->name = k.name;
		n->depth = open;
		n->next = k.next;
		n->path[open] = at;
		return true;
	}
	return false;
}

bool fdt_next_child(const struct fdt *t, const struct fdt_node *parent, struct fdt_node *n)
{
	struct fdt_node at = *n;
	u32 depth = parent->depth;

	while (fdt_next_node(t, &at) && at.depth > depth) {
		if (at.depth == depth + 1) {
			*n = at;
			return true;
		}
	}
	return false;
}

bool fdt_parent(const struct fdt *t, const struct fdt_node *n, struct fdt_node *up)
{
	struct token k;

	if (n->depth == 0 || !token_read(t, n->path[n->depth - 1], &k))
		return false;
	*up = *n;
	up->depth--;
	up->name = k.name;
	up->next = k.next;
	return true;
}

bool fdt_next_prop(const struct fdt *t, const struct fdt_node *n, u32 *cursor, const char **name,
		   const u8 **value, u32 *len)
{
	struct token k;
	u32 at = *cursor ? *cursor : n->next;

	do {
		if (!token_read(t, at, &k))
			return false;
		at = k.next;
	} while (k.kind == TOKEN_NOP);
	if (k.kind != TOKEN_PROP)
		return false;
	*cursor = k.next;
	*name = k.name;
	*value = k.value;
	*len = k.len;
	return true;
}

const u8 *fdt_prop(const struct fdt *t, const struct fdt_node *n, const char *name, u32 *len)
{
	const char *found;
	const u8 *value;
	u32 cursor = 0, found_len;

	while (fdt_next_prop(t, n, &cursor, &found, &value, &found_len)) {
		if (!bytes_same_string(found, name))
			continue;
		if (len)
			*len = found_len;
		return value;
	}
	return NULL;
}
