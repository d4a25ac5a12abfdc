// SPDX-License-Identifier: GPL-2.0-only
/*
 * aid_fdt - see the header. The walk keeps a sum of all bytes that it was given, so that no read
 * can be left out by the compiler, and checks what a caller may rely on: that every walk ends.
 */
#include "aid_fdt.h"

static volatile u8 seen;

void put_be32(u8 *p, u32 value)
{
	p[0] = (u8)(value >> 24);
	p[1] = (u8)(value >> 16);
	p[2] = (u8)(value >> 8);
	p[3] = (u8)value;
}

struct tree *tree_new(void)
{
	return test_bytes(NULL, sizeof(struct tree));
}

void tree_cell(struct tree *b, u32 value)
{
	put_be32(b->structure + b->nr_structure, value);
	b->nr_structure += 4;
}

static void tree_raw(struct tree *b, const void *p, u32 len)
{
	memcpy(b->structure + b->nr_structure, p, len);
	b->nr_structure += (len + 3) & ~3u;
}

void tree_begin(struct tree *b, const char *name)
{
	tree_cell(b, 1);
	tree_raw(b, name, (u32)strlen(name) + 1);
}

void tree_end(struct tree *b)
{
	tree_cell(b, 2);
}

void tree_prop(struct tree *b, const char *name, const void *value, u32 len)
{
	tree_cell(b, 3);
	tree_cell(b, len);
	tree_cell(b, b->nr_strings);
	tree_raw(b, value, len);
	strcpy((char *)b->strings + b->nr_strings, name);
	b->nr_strings += (u32)strlen(name) + 1;
}

void tree_string(struct tree *b, const char *name, const char *value)
{
	tree_prop(b, name, value, (u32)strlen(value) + 1);
}

void tree_cells(struct tree *b, const char *name, u32 nr, ...)
{
	u8 value[256];
	va_list args;
	u32 i;

	va_start(args, nr);
	for (i = 0; i < nr; i++)
		put_be32(value + 4 * i, va_arg(args, u32));
	va_end(args);
	tree_prop(b, name, value, 4 * nr);
}

void tree_reserve(struct tree *b, u64 base, u64 size)
{
	u8 *p = b->reserve + b->nr_reserve;

	put_be32(p, (u32)(base >> 32));
	put_be32(p + 4, (u32)base);
	put_be32(p + 8, (u32)(size >> 32));
	put_be32(p + 12, (u32)size);
	b->nr_reserve += 16;
}

u8 *tree_finish(struct tree *b, size_t *bytes)
{
	u32 structure, strings, total;
	u8 *blob;

	tree_cell(b, 9);
	structure = 40 + b->nr_reserve + 16;
	strings = structure + b->nr_structure;
	total = strings + b->nr_strings;
	blob = test_bytes(NULL, total);
	put_be32(blob, 0xd00dfeed);
	put_be32(blob + 4, total);
	put_be32(blob + 8, structure);
	put_be32(blob + 12, strings);
	put_be32(blob + 16, 40);
	put_be32(blob + 20, 17);
	put_be32(blob + 24, 16);
	put_be32(blob + 32, b->nr_strings);
	put_be32(blob + 36, b->nr_structure);
	memcpy(blob + 40, b->reserve, b->nr_reserve);
	memcpy(blob + structure, b->structure, b->nr_structure);
	memcpy(blob + strings, b->strings, b->nr_strings);
	*bytes = total;
	return blob;
}

int tree_open(struct tree *b, struct fdt *t)
{
	size_t bytes;
	u8 *blob = tree_finish(b, &bytes);

	return fdt_open(t, blob, bytes);
}

static void see(const void *p, size_t len)
{
	const u8 *byte = p;

	while (len--)
		seen = (u8)(seen + *byte++);
}

static void see_string(const char *s)
{
	if (s)
		see(s, strlen(s));
}

static void walk_node(const struct fdt *t, const struct fdt_node *n)
{
	struct fdt_node other;
	struct fdt_range r;
	struct fdt_irq irq;
	const char *name, *string;
	const u8 *value;
	u32 cursor = 0, len, i;
	u64 number;

	see_string(n->name);
	while (fdt_next_prop(t, n, &cursor, &name, &value, &len)) {
		see_string(name);
		see(value, len);
		(void)fdt_prop_u32(t, n, name, &i);
		(void)fdt_prop_number(t, n, name, &number);
		for (i = 0; (string = fdt_prop_string(t, n, name, i)) && i < 8; i++)
			see_string(string);
	}
	for (i = 0; fdt_reg_local(t, n, i, &r); i++)
		(void)fdt_reg(t, n, i, &r);
	for (i = 0; i < 8 && fdt_interrupt(t, n, i, &irq); i++)
		;
	(void)fdt_is_usable(t, n);
	if (fdt_interrupt_parent(t, n, &other))
		see_string(other.name);
}

static void walk_boot(const struct fdt *t)
{
	struct fdt_boot_chosen chosen;
	struct fdt_boot_console console;
	struct fdt_boot_timer timer;
	struct fdt_boot_psci psci;
	struct fdt_boot_gic gic;
	struct fdt_boot_cpu cpu;
	struct fdt_node cursor = { 0 };
	struct fdt_range ranges[4];
	u32 i;

	(void)fdt_boot_memory(t, ranges, ARRAY_SIZE(ranges));
	(void)fdt_boot_reserved(t, ranges, ARRAY_SIZE(ranges));
	(void)fdt_boot_unmapped(t, ranges, ARRAY_SIZE(ranges));
	fdt_boot_chosen(t, &chosen);
	see_string(chosen.bootargs);
	while (fdt_boot_next_cpu(t, &cursor, &cpu))
		see(&cpu.id, sizeof(cpu.id));
	if (fdt_boot_gic(t, &gic)) {
		for (i = 0; fdt_boot_redist(t, &gic, i, ranges); i++)
			see(ranges, sizeof(ranges[0]));
	}
	(void)fdt_boot_timer(t, &timer);
	(void)fdt_boot_console(t, &console);
	(void)fdt_boot_psci(t, &psci);
}

int fdt_walk_all(const void *blob, size_t bytes)
{
	struct fdt_node n = { 0 };
	struct fdt t;
	int err = fdt_open(&t, blob, bytes);

	if (err)
		return err;
	while (fdt_next_node(&t, &n))
		walk_node(&t, &n);
	walk_boot(&t);
	return 0;
}
