/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fdt - bounded reader of a flattened device tree (Devicetree Specification 0.4, chapter 5).
 *
 * fdt_open() walks the whole structure block once; a tree that it accepts is well formed, and every
 * later read is still checked against the blob. No function writes, allocates, recurses or keeps
 * state: a position is a struct fdt_node, which the caller owns and may copy. Every loop is bounded
 * by the size of the blob. Strings and values returned point into it. The blob may lie at any
 * alignment. Context of all functions: any.
 *
 * Left out on purpose: editing, overlays, versions before 17, #address-cells above 2 (PCI),
 * interrupt maps.
 */
#ifndef LIB_FDT_H
#define LIB_FDT_H

#include <lib/types.h>

/* Deepest node that is accepted; the root has depth 0. Real trees stay below 10. */
#define FDT_MAX_DEPTH 31

/* Largest blob that is accepted, so that sums of offsets never wrap. Boot protocols allow 2 MiB. */
#define FDT_MAX_BYTES (16u << 20)

struct fdt {
	const u8 *blob;
	u32 size;	/* totalsize, at most what the caller said is there */
	u32 struct_off; /* structure block: [struct_off, struct_end) */
	u32 struct_end;
	u32 strings_off; /* strings block: [strings_off, strings_end) */
	u32 strings_end;
	u32 reserve_off; /* memory reservation block, ends by itself */
	u32 boot_cpu;	 /* physical id of the boot CPU, as the header has it */
};

/* A node, and where a walk stands. All zero: in front of the root. */
struct fdt_node {
	const char *name; /* with its unit address; empty for the root */
	u32 depth;
	u32 next;		     /* first token after the name; 0 in front of the root */
	u32 path[FDT_MAX_DEPTH + 1]; /* offset of the node's token at each depth down to this one */
};

struct fdt_range {
	u64 base;
	u64 size;
};

/* One GIC interrupt specifier (three cells; a fourth is ignored). */
struct fdt_irq {
	u32 type;   /* 0: SPI, 1: PPI */
	u32 number; /* within its type: GIC INTID minus 32 or 16 */
	u32 flags;  /* 1 rising, 2 falling, 4 high, 8 low */
};

/*
 * Check a blob of at most @max_bytes at @blob and set *t up.
 * Result: 0; -ENODEV no device tree (magic, or too short for a header); -E2BIG it is larger than
 * @max_bytes or FDT_MAX_BYTES; -ERANGE another version; -EINVAL a block or the structure is damaged
 * or too deep.
 */
int fdt_open(struct fdt *t, const void *blob, size_t max_bytes);

/* Entry @index of the memory reservation block. False: no such entry. */
bool fdt_reserved(const struct fdt *t, u32 index, struct fdt_range *out);

/* The next node in file order, a parent first. False: no more, and *n is unchanged. */
bool fdt_next_node(const struct fdt *t, struct fdt_node *n);

/* The next child of @parent, *n being @parent or an earlier child. False: no more, *n unchanged. */
bool fdt_next_child(const struct fdt *t, const struct fdt_node *parent, struct fdt_node *n);

/* The node above. False: @n is the root. @up may be @n. */
bool fdt_parent(const struct fdt *t, const struct fdt_node *n, struct fdt_node *up);

/* The next property of @n; *cursor is 0 at first. False: no more. */
bool fdt_next_prop(const struct fdt *t, const struct fdt_node *n, u32 *cursor, const char **name,
		   const u8 **value, u32 *len);

/* Value of a property, NULL when @n has none of that name. @len may be NULL. */
const u8 *fdt_prop(const struct fdt *t, const struct fdt_node *n, const char *name, u32 *len);

/* The first cell of a property. False: absent or shorter than a cell; *out is unchanged. */
bool fdt_prop_u32(const struct fdt *t, const struct fdt_node *n, const char *name, u32 *out);

/* A property that is one number of one or two cells. False: absent or of another length. */
bool fdt_prop_number(const struct fdt *t, const struct fdt_node *n, const char *name, u64 *out);

/* String @index of a string list. NULL: absent, or without an end inside the value. */
const char *fdt_prop_string(const struct fdt *t, const struct fdt_node *n, const char *name,
			    u32 index);

/* Does @n list @compatible? */
bool fdt_is_compatible(const struct fdt *t, const struct fdt_node *n, const char *compatible);

/* Is @n's own status okay, ok or absent? */
bool fdt_is_usable(const struct fdt *t, const struct fdt_node *n);

/* The next usable node after *n that lists @compatible. False: none, and *n is unchanged. */
bool fdt_find_compatible(const struct fdt *t, struct fdt_node *n, const char *compatible);

/*
 * The node that @len bytes at @path name: absolute, or beginning with an alias. A component without
 * a unit address takes the first node of that name.
 */
bool fdt_find_path(const struct fdt *t, const char *path, size_t len, struct fdt_node *out);

bool fdt_find_phandle(const struct fdt *t, u32 phandle, struct fdt_node *out);

/* The node that @n's interrupts go to: interrupt-parent of @n or of the nearest node above. */
bool fdt_interrupt_parent(const struct fdt *t, const struct fdt_node *n, struct fdt_node *out);

/* Entry @index of `interrupts`, when the interrupt parent takes three or four cells. */
bool fdt_interrupt(const struct fdt *t, const struct fdt_node *n, u32 index, struct fdt_irq *out);

/* Entry @index of `reg` in the parent's own address space (a CPU's id), by the parent's cells. */
bool fdt_reg_local(const struct fdt *t, const struct fdt_node *n, u32 index, struct fdt_range *out);

/* The same, translated through the `ranges` of all nodes above; false also where one is missing. */
bool fdt_reg(const struct fdt *t, const struct fdt_node *n, u32 index, struct fdt_range *out);

#endif
