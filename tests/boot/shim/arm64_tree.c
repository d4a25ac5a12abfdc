// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64_tree - a copy of the machine's device tree that tells lies, as the words of shim= ask for.
 *
 * Nodes and properties are copied one by one, so that a value may be longer than it was. The names
 * stay where they are in the block of strings; one that QEMU's tree has not comes behind them.
 * Runs with the MMU off, so what it writes is aligned. Left out: reservations, of which that tree
 * has none.
 */
#include "arm64_tree.h"

#include "arm64.h"

#include <lib/string.h>

#define TREE_BYTES   (64u << 10)
#define HEADER_BYTES 40u
#define RESERVE_END  16u /* two zero numbers */
#define TAG_NODE     1u
#define TAG_NODE_END 2u
#define TAG_PROP     3u
#define TAG_END	     9u
#define FAR_AFF0     0x50 /* no virt has so many CPUs in one cluster */
#define DIST_IN_RAM  0x44 /* highest byte of the address: 64 MiB into it */

struct copy {
	const struct fdt *from;
	u64 what;
	u64 pen_phys;
	u32 at; /* where the next word goes */
	u32 depth;
};

static u8 tree[TREE_BYTES] __aligned(8);
static const char release_name[] = "cpu-release-addr";

static void put(struct copy *c, u32 value)
{
	if (c->at + 4 <= TREE_BYTES)
		*(u32 *)(tree + c->at) = __builtin_bswap32(value);
	c->at += 4;
}

static void put_bytes(struct copy *c, const void *from, u32 bytes)
{
	u32 end = align_up(c->at + bytes, 4);

	if (end <= TREE_BYTES) {
		memset(tree + c->at, 0, end - c->at);
		memcpy(tree + c->at, from, bytes);
	}
	c->at = end;
}

static void put_prop(struct copy *c, u32 name, const void *value, u32 bytes)
{
	put(c, TAG_PROP);
	put(c, bytes);
	put(c, name);
	put_bytes(c, value, bytes);
}

static bool is_asked(const struct copy *c, u32 bit)
{
	return c->what >> bit & 1;
}

static void put_spin_table(struct copy *c, u32 method_name)
{
	u32 address[2] = { 0, __builtin_bswap32((u32)c->pen_phys) };

	put_prop(c, method_name, "spin-table", 11);
	put_prop(c, c->from->strings_end - c->from->strings_off, address, sizeof(address));
}

/* Property of a CPU. False: it is to be copied as it is. */
static bool put_cpu_prop(struct copy *c, u32 name_at, const char *name, const u8 *value, u32 bytes)
{
	u8 id[8];

	if (!strcmp(name, "enable-method") && is_asked(c, SHIM_SPIN_BIT)) {
		put_spin_table(c, name_at);
		return true;
	}
	if (!strcmp(name, "reg") && is_asked(c, SHIM_FAR_BIT) && bytes <= 8 && value[bytes - 1]) {
		memcpy(id, value, bytes);
		id[bytes - 1] += FAR_AFF0;
		put_prop(c, name_at, id, bytes);
		return true;
	}
	return false;
}

static bool put_psci_prop(struct copy *c, u32 name_at, const char *name)
{
	if (!strcmp(name, "compatible") && is_asked(c, SHIM_NOPSCI_BIT))
		return true;
	if (!strcmp(name, "method") && is_asked(c, SHIM_HVC_BIT)) {
		put_prop(c, name_at, "hvc", 4);
		return true;
	}
	return false;
}

static bool put_gic_prop(struct copy *c, u32 name_at, const char *name, const u8 *value, u32 bytes)
{
	u8 places[64];

	if (strcmp(name, "reg") || !is_asked(c, SHIM_DIST_BIT) || bytes > sizeof(places))
		return false;
	memcpy(places, value, bytes);
	places[4] = DIST_IN_RAM;
	put_prop(c, name_at, places, bytes);
	return true;
}

static void copy_props(struct copy *c, const struct fdt_node *n)
{
	const char *type = fdt_prop_string(c->from, n, "device_type", 0), *name;
	bool is_cpu = type && !strcmp(type, "cpu");
	const u8 *value;
	u32 cursor = 0, bytes;

	while (fdt_next_prop(c->from, n, &cursor, &name, &value, &bytes)) {
		u32 at = (u32)((const u8 *)name - c->from->blob) - c->from->strings_off;

		if (is_cpu && put_cpu_prop(c, at, name, value, bytes))
			continue;
		if (!strcmp(n->name, "psci") && put_psci_prop(c, at, name))
			continue;
		if (fdt_prop(c->from, n, "interrupt-controller", NULL) &&
		    put_gic_prop(c, at, name, value, bytes))
			continue;
		put_prop(c, at, value, bytes);
	}
}

static void close_nodes(struct copy *c, u32 depth)
{
	for (; c->depth > depth; c->depth--)
		put(c, TAG_NODE_END);
}

static void copy_nodes(struct copy *c)
{
	struct fdt_node n = { 0 };

	while (fdt_next_node(c->from, &n)) {
		close_nodes(c, n.depth);
		put(c, TAG_NODE);
		put_bytes(c, n.name, (u32)strlen(n.name) + 1);
		copy_props(c, &n);
		c->depth = n.depth + 1;
	}
	close_nodes(c, 0);
	put(c, is_asked(c, SHIM_TORN_BIT) ? TAG_NODE_END : TAG_END);
}

/* The order of the header's words is the standard's. */
static void put_header(struct copy *c, u32 struct_end, u32 strings_bytes)
{
	u32 bytes = c->at;

	c->at = 0;
	put(c, 0xd00dfeed);
	put(c, bytes);
	put(c, HEADER_BYTES + RESERVE_END);
	put(c, struct_end);
	put(c, HEADER_BYTES);
	put(c, 17);
	put(c, 16);
	put(c, c->from->boot_cpu);
	put(c, strings_bytes);
	put(c, struct_end - HEADER_BYTES - RESERVE_END);
}

const void *shim_tree(const struct fdt *from, u64 what, u64 pen_phys)
{
	struct copy c = { .from = from, .what = what, .pen_phys = pen_phys };
	u32 strings = from->strings_end - from->strings_off, struct_end;

	c.at = HEADER_BYTES + RESERVE_END;
	copy_nodes(&c);
	struct_end = c.at;
	if (struct_end + strings + sizeof(release_name) > TREE_BYTES)
		return from->blob;
	memcpy(tree + struct_end, from->blob + from->strings_off, strings);
	memcpy(tree + struct_end + strings, release_name, sizeof(release_name));
	c.at = struct_end + strings + (u32)sizeof(release_name);
	put_header(&c, struct_end, strings + (u32)sizeof(release_name));
	return tree;
}
