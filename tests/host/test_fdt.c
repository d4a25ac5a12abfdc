// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_fdt - the device-tree reader on trees that are written here, sound and broken.
 */
#include "aid_fdt.h"
#include <lib/errno.h>

/* A root with one bus of one-cell addresses at 0x10000000 and a device on it. */
static struct tree *bus_tree(void)
{
	struct tree *b = tree_new();

	tree_begin(b, "");
	tree_cells(b, "#address-cells", 1, 2);
	tree_cells(b, "#size-cells", 1, 2);
	tree_cells(b, "interrupt-parent", 1, 7);
	tree_begin(b, "soc");
	tree_cells(b, "#address-cells", 1, 1);
	tree_cells(b, "#size-cells", 1, 1);
	tree_cells(b, "ranges", 8, 0x1000, 1, 0x10000000, 0x1000, 0x8000, 2, 0, 0x1000);
	tree_begin(b, "uart@1800");
	tree_prop(b, "compatible", "vendor,uart\0ns16550a", 21);
	tree_cells(b, "reg", 6, 0x1800, 0x100, 0x8000, 0x1000, 0x9000, 4);
	tree_cells(b, "interrupts", 6, 0, 33, 4, 1, 11, 8);
	tree_end(b);
	tree_end(b);
	tree_begin(b, "gic");
	tree_cells(b, "#interrupt-cells", 1, 3);
	tree_cells(b, "phandle", 1, 7);
	tree_end(b);
	tree_end(b);
	return b;
}

static bool node_at(const struct fdt *t, const char *path, struct fdt_node *n)
{
	return fdt_find_path(t, path, strlen(path), n);
}

TEST(fdt_walks_nodes_in_order)
{
	static const char *const names[] = { "", "soc", "uart@1800", "gic" };
	static const u32 depths[] = { 0, 1, 2, 1 };
	struct fdt_node n = { 0 };
	struct fdt t;
	u32 i;

	CHECK_EQ(tree_open(bus_tree(), &t), 0);
	for (i = 0; fdt_next_node(&t, &n) && i < 4; i++) {
		CHECK_STR(n.name, names[i]);
		CHECK_EQ(n.depth, depths[i]);
	}
	CHECK_EQ(i, 4);
	CHECK_STR(n.name, "gic");
	CHECK(!fdt_next_node(&t, &n));
}

TEST(fdt_finds_by_path)
{
	struct fdt_node n, up;
	struct fdt t;

	CHECK_EQ(tree_open(bus_tree(), &t), 0);
	CHECK(node_at(&t, "/", &n) && n.depth == 0);
	CHECK(node_at(&t, "/soc/uart@1800", &n));
	CHECK(node_at(&t, "/soc/uart", &n) && n.depth == 2);
	CHECK(fdt_parent(&t, &n, &up));
	CHECK_STR(up.name, "soc");
	CHECK(fdt_parent(&t, &up, &up) && !fdt_parent(&t, &up, &up));
	CHECK(!node_at(&t, "/soc/uart@18", &n));
	CHECK(!node_at(&t, "/soc/uar", &n));
	CHECK(!node_at(&t, "/uart", &n));
	CHECK(!node_at(&t, "/gic/uart", &n));
	CHECK(!node_at(&t, "nosuchalias", &n));
	CHECK(!node_at(&t, "", &n));
}

TEST(fdt_reads_reg_through_ranges)
{
	struct fdt_node n;
	struct fdt_range r;
	struct fdt t;

	CHECK_EQ(tree_open(bus_tree(), &t), 0);
	CHECK(node_at(&t, "/soc/uart", &n));
	CHECK(fdt_reg_local(&t, &n, 0, &r) && r.base == 0x1800 && r.size == 0x100);
	CHECK(fdt_reg(&t, &n, 0, &r) && r.base == 0x110000800 && r.size == 0x100);
	CHECK(fdt_reg(&t, &n, 1, &r) && r.base == 0x200000000);
	CHECK(fdt_reg_local(&t, &n, 2, &r) && !fdt_reg(&t, &n, 2, &r));
	CHECK(!fdt_reg_local(&t, &n, 3, &r));
	CHECK(!fdt_reg_local(&t, &n, 0xffffffff, &r));
	CHECK(node_at(&t, "/gic", &n) && !fdt_reg(&t, &n, 0, &r));
	CHECK(node_at(&t, "/", &n) && !fdt_reg(&t, &n, 0, &r));
}

TEST(fdt_reads_interrupts)
{
	struct fdt_irq irq;
	struct fdt_node n;
	struct fdt t;

	CHECK_EQ(tree_open(bus_tree(), &t), 0);
	CHECK(node_at(&t, "/soc/uart", &n));
	CHECK(fdt_interrupt(&t, &n, 0, &irq) && irq.type == 0 && irq.number == 33 &&
	      irq.flags == 4);
	CHECK(fdt_interrupt(&t, &n, 1, &irq) && irq.type == 1 && irq.number == 11 &&
	      irq.flags == 8);
	CHECK(!fdt_interrupt(&t, &n, 2, &irq));
	CHECK(node_at(&t, "/gic", &n) && !fdt_interrupt(&t, &n, 0, &irq));
}

TEST(fdt_reads_properties)
{
	struct fdt_node n, m = { 0 };
	struct fdt t;
	u32 len, cell = 99;
	u64 number = 99;

	CHECK_EQ(tree_open(bus_tree(), &t), 0);
	CHECK(node_at(&t, "/soc/uart", &n));
	CHECK(fdt_is_compatible(&t, &n, "ns16550a") && fdt_is_compatible(&t, &n, "vendor,uart"));
	CHECK(!fdt_is_compatible(&t, &n, "vendor") && !fdt_is_compatible(&t, &n, ""));
	CHECK_STR(fdt_prop_string(&t, &n, "compatible", 1), "ns16550a");
	CHECK(!fdt_prop_string(&t, &n, "compatible", 2));
	CHECK(fdt_prop(&t, &n, "reg", &len) && len == 24);
	CHECK(!fdt_prop(&t, &n, "re", NULL) && !fdt_prop(&t, &n, "regs", NULL));
	CHECK(!fdt_prop_u32(&t, &n, "missing", &cell) && cell == 99);
	CHECK(!fdt_prop_number(&t, &n, "reg", &number) && number == 99);
	CHECK(fdt_find_compatible(&t, &m, "ns16550a") && m.depth == 2);
	CHECK(!fdt_find_compatible(&t, &m, "ns16550a"));
	CHECK(fdt_is_usable(&t, &n));
}

TEST(fdt_passes_over_nops_and_short_values)
{
	struct tree *b = tree_new();
	struct fdt_node n;
	struct fdt t;
	u32 cell, len = 99;

	tree_cell(b, 4);
	tree_begin(b, "");
	tree_cell(b, 4);
	tree_prop(b, "empty", "", 0);
	tree_cell(b, 4);
	tree_prop(b, "short", "ab", 2);
	tree_prop(b, "unended", "okay", 4);
	tree_prop(b, "compatible", "a\0bcd", 5);
	tree_prop(b, "status", "okay", 4);
	tree_cell(b, 4);
	tree_begin(b, "child");
	tree_cell(b, 4);
	tree_end(b);
	tree_cell(b, 4);
	tree_end(b);
	tree_cell(b, 4);
	CHECK_EQ(tree_open(b, &t), 0);
	CHECK(node_at(&t, "/", &n));
	CHECK(fdt_prop(&t, &n, "empty", &len) && len == 0);
	CHECK(!fdt_prop_u32(&t, &n, "short", &cell) && !fdt_prop_u32(&t, &n, "empty", &cell));
	CHECK(!fdt_prop_string(&t, &n, "unended", 0) && !fdt_prop_string(&t, &n, "empty", 0));
	CHECK(!fdt_is_usable(&t, &n));
	CHECK(fdt_is_compatible(&t, &n, "a") && !fdt_is_compatible(&t, &n, "bcd"));
	CHECK(node_at(&t, "/child", &n));
}

TEST(fdt_refuses_bad_headers)
{
	struct {
		u32 off, value;
		int want;
	} bad[] = {
		{ 0, 0xd00dfeee, -ENODEV },  { 4, 0x7fffffff, -E2BIG },
		{ 4, 0xffffffff, -E2BIG },   { 4, 8, -EINVAL },
		{ 8, 0xfffffffc, -EINVAL },  { 8, 57, -EINVAL },
		{ 8, 0, -EINVAL },	     { 12, 0xffffffff, -EINVAL },
		{ 16, 0xfffffff0, -EINVAL }, { 16, 0, -EINVAL },
		{ 20, 16, -ERANGE },	     { 24, 18, -ERANGE },
		{ 32, 0xffffffff, -EINVAL }, { 36, 0xffffffff, -EINVAL },
		{ 36, 0, -EINVAL },
	};
	size_t bytes, i;
	struct fdt t;
	u8 *blob = tree_finish(bus_tree(), &bytes), *copy;

	CHECK_EQ(fdt_open(&t, blob, bytes), 0);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		copy = test_bytes(blob, bytes);
		put_be32(copy + bad[i].off, bad[i].value);
		if (fdt_open(&t, copy, bytes) != bad[i].want)
			test_fail(__FILE__, __LINE__, "case %zu", i);
	}
	for (i = 0; i < bytes; i++)
		CHECK(fdt_walk_all(test_bytes(blob, i), i) != 0);
}

TEST(fdt_takes_any_alignment)
{
	size_t bytes, i;
	u8 *blob = tree_finish(bus_tree(), &bytes), *space;

	for (i = 0; i < 8; i++) {
		space = test_bytes(NULL, bytes + i);
		memcpy(space + i, blob, bytes);
		CHECK_EQ(fdt_walk_all(space + i, bytes), 0);
	}
}

static int open_cells(u32 nr, ...)
{
	struct tree *b = tree_new();
	struct fdt t;
	va_list args;

	va_start(args, nr);
	while (nr--)
		tree_cell(b, va_arg(args, u32));
	va_end(args);
	strcpy((char *)b->strings, "p");
	b->nr_strings = 2;
	return tree_open(b, &t);
}

TEST(fdt_refuses_broken_structures)
{
	CHECK_EQ(open_cells(3, 1, 0, 2), 0);
	CHECK_EQ(open_cells(0), -EINVAL);
	CHECK_EQ(open_cells(2, 1, 0), -EINVAL); /* not closed */
	CHECK_EQ(open_cells(1, 2), -EINVAL);	/* closed too often */
	CHECK_EQ(open_cells(4, 1, 0, 2, 2), -EINVAL);
	CHECK_EQ(open_cells(6, 1, 0, 2, 1, 0, 2), -EINVAL); /* two roots */
	CHECK_EQ(open_cells(6, 1, 0, 2, 3, 0, 0), -EINVAL); /* property outside */
	CHECK_EQ(open_cells(6, 1, 0, 3, 0, 0, 2), 0);
	CHECK_EQ(open_cells(6, 1, 0, 3, 0, 2, 2), -EINVAL); /* name behind the strings */
	CHECK_EQ(open_cells(6, 1, 0, 3, 0, 0xffffffff, 2), -EINVAL);
	CHECK_EQ(open_cells(6, 1, 0, 3, 5, 0, 2), 0 - EINVAL); /* value over the end token */
	CHECK_EQ(open_cells(6, 1, 0, 3, 64, 0, 2), -EINVAL);   /* value out of the block */
	CHECK_EQ(open_cells(6, 1, 0, 3, 0xffffffff, 0, 2), -EINVAL);
	CHECK_EQ(open_cells(6, 1, 0, 3, 0xfffffffd, 0, 2), -EINVAL);
	CHECK_EQ(open_cells(3, 1, 0, 5), -EINVAL); /* no such token */
	CHECK_EQ(open_cells(3, 1, 0x61616161, 0x61616161), -EINVAL);
}

TEST(fdt_refuses_unended_names)
{
	struct tree *b = bus_tree();
	size_t bytes;
	struct fdt t;
	u8 *blob = tree_finish(b, &bytes);

	blob[bytes - 1] = 'x';
	CHECK_EQ(fdt_open(&t, blob, bytes), -EINVAL);
}

TEST(fdt_bounds_depth)
{
	u32 depth, i;

	for (depth = FDT_MAX_DEPTH; depth < FDT_MAX_DEPTH + 300; depth += 299) {
		struct tree *b = tree_new();
		struct fdt_node n = { 0 };
		struct fdt t;

		for (i = 0; i <= depth; i++)
			tree_begin(b, "a");
		for (i = 0; i <= depth; i++)
			tree_end(b);
		if (depth > FDT_MAX_DEPTH) {
			CHECK_EQ(tree_open(b, &t), -EINVAL);
			continue;
		}
		CHECK_EQ(tree_open(b, &t), 0);
		while (fdt_next_node(&t, &n))
			;
		CHECK_EQ(n.depth, FDT_MAX_DEPTH);
	}
}

static bool reg_reads_with(u32 address_cells, u32 size_cells, u32 index, struct fdt_range *r)
{
	struct tree *b = tree_new();
	struct fdt_node n;
	struct fdt t;

	tree_begin(b, "");
	tree_cells(b, "#address-cells", 1, address_cells);
	tree_cells(b, "#size-cells", 1, size_cells);
	tree_begin(b, "d");
	tree_cells(b, "reg", 4, 1, 2, 3, 4);
	tree_end(b);
	tree_end(b);
	CHECK_EQ(tree_open(b, &t), 0);
	return node_at(&t, "/d", &n) && fdt_reg(&t, &n, index, r);
}

TEST(fdt_reads_reg_by_cells)
{
	struct fdt_range r;

	CHECK(reg_reads_with(1, 1, 1, &r) && r.base == 3 && r.size == 4);
	CHECK(reg_reads_with(1, 0, 3, &r) && r.base == 4 && r.size == 0);
	CHECK(reg_reads_with(2, 0, 1, &r) && r.base == 0x300000004 && r.size == 0);
	CHECK(reg_reads_with(2, 1, 0, &r) && r.base == 0x100000002 && r.size == 3);
	CHECK(reg_reads_with(1, 2, 0, &r) && r.base == 1 && r.size == 0x200000003);
	CHECK(reg_reads_with(2, 2, 0, &r) && r.size == 0x300000004);
	CHECK(!reg_reads_with(2, 2, 1, &r));
	CHECK(!reg_reads_with(0, 1, 0, &r));
	CHECK(!reg_reads_with(3, 1, 0, &r));
	CHECK(!reg_reads_with(1, 3, 0, &r));
	CHECK(!reg_reads_with(0x40000000, 0x40000001, 0, &r));
	CHECK(!reg_reads_with(0xffffffff, 0xffffffff, 0, &r));
}

TEST(fdt_refuses_ranges_that_wrap)
{
	struct tree *b = tree_new();
	struct fdt_range r;
	struct fdt_node n;
	struct fdt t;

	tree_begin(b, "");
	tree_begin(b, "d");
	tree_cells(b, "reg", 3, 0xffffffff, 0xffffff00, 0x101);
	tree_end(b);
	tree_begin(b, "e");
	tree_cells(b, "reg", 3, 0xffffffff, 0xffffff00, 0x100);
	tree_end(b);
	tree_begin(b, "bus");
	tree_cells(b, "ranges", 5, 0, 0, 0xffffffff, 0xfffff000, 0x10000);
	tree_begin(b, "d");
	tree_cells(b, "reg", 3, 0, 0x1000, 0x100);
	tree_end(b);
	tree_end(b);
	tree_begin(b, "deaf");
	tree_begin(b, "d");
	tree_cells(b, "reg", 3, 0, 0x1000, 0x100);
	tree_end(b);
	tree_end(b);
	tree_end(b);
	CHECK_EQ(tree_open(b, &t), 0);
	CHECK(node_at(&t, "/d", &n) && !fdt_reg(&t, &n, 0, &r));
	CHECK(node_at(&t, "/e", &n) && fdt_reg(&t, &n, 0, &r));
	CHECK(node_at(&t, "/bus/d", &n) && !fdt_reg(&t, &n, 0, &r) && fdt_reg_local(&t, &n, 0, &r));
	CHECK(node_at(&t, "/deaf/d", &n) && !fdt_reg(&t, &n, 0, &r));
}

TEST(fdt_reads_reservations)
{
	struct tree *b = tree_new();
	struct fdt_range r[2];
	struct fdt t;

	tree_reserve(b, 0, 0x1000);
	tree_reserve(b, 0x100000000, 0x2000);
	tree_begin(b, "");
	tree_end(b);
	CHECK_EQ(tree_open(b, &t), 0);
	CHECK(fdt_reserved(&t, 1, r) && r->base == 0x100000000 && r->size == 0x2000);
	CHECK(!fdt_reserved(&t, 2, r) && !fdt_reserved(&t, 0xffffffff, r));
	CHECK_EQ(fdt_boot_reserved(&t, r, 2), 2);
	CHECK_EQ(r[0].size, 0x1000);
}
