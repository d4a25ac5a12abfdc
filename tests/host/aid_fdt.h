/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aid_fdt - a writer of small device trees, and a walk that touches everything that the reader
 * offers.
 *
 * The writer checks nothing, so that a test can write a broken tree too: raw cells go into the
 * structure block with tree_cell(). The blob that tree_finish() gives has exactly its own size.
 */
#ifndef HOST_AID_FDT_H
#define HOST_AID_FDT_H

#include "test.h"
#include <lib/fdt_boot.h>

struct tree {
	u8 structure[16384];
	u8 strings[4096];
	u8 reserve[256];
	u32 nr_structure, nr_strings, nr_reserve;
};

struct tree *tree_new(void);
void tree_cell(struct tree *b, u32 value);
void tree_begin(struct tree *b, const char *name);
void tree_end(struct tree *b);
void tree_prop(struct tree *b, const char *name, const void *value, u32 len);
void tree_string(struct tree *b, const char *name, const char *value);
void tree_reserve(struct tree *b, u64 base, u64 size);

/* A property of @nr cells. */
void tree_cells(struct tree *b, const char *name, u32 nr, ...);

/* The blob, in test memory. */
u8 *tree_finish(struct tree *b, size_t *bytes);

/* tree_finish() and fdt_open(), whose result it gives. */
int tree_open(struct tree *b, struct fdt *t);

void put_be32(u8 *p, u32 value);

/* Opens and reads everything through every function. Result: that of fdt_open(). */
int fdt_walk_all(const void *blob, size_t bytes);

#endif
