/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aid_acpi - a made-up physical memory with tables in it, and a walk that touches everything that
 * the reader offers.
 *
 * Each mapping is a fresh copy of exactly the bytes asked for, so that the address sanitizer sees a
 * read beyond what was mapped. A piece is one stretch of memory; what lies in none cannot be
 * mapped.
 */
#ifndef HOST_AID_ACPI_H
#define HOST_AID_ACPI_H

#include "test.h"
#include <lib/acpi.h>

enum { MAX_PIECES = 64 };

struct piece {
	u64 phys;
	u8 *data;
	u32 bytes;
};

struct memory {
	struct piece piece[MAX_PIECES];
	u32 nr;
	u32 nr_maps; /* mappings asked for */
};

/* The recorded machine @name; its first piece is the RSDP. */
struct memory *memory_recorded(const char *name);

struct memory *memory_new(void);

/* A piece of @bytes, zero or copied from @from; its data. */
u8 *memory_add(struct memory *m, u64 phys, const void *from, u32 bytes);

/* A table with header and right checksum around @bytes of @body. Result: its data. */
u8 *memory_add_table(struct memory *m, u64 phys, const char *signature, const void *body,
		     u32 bytes);

/* An RSDP at @phys; revision 2 gets @xsdt too. */
u8 *memory_add_rsdp(struct memory *m, u64 phys, u8 revision, u32 rsdt, u64 xsdt);

/* Makes the @bytes at @p sum to zero by the one at @at. */
void checksum_fix(u8 *p, u32 bytes, u32 at);

void put_le16(u8 *p, u16 value);
void put_le32(u8 *p, u32 value);
void put_le64(u8 *p, u64 value);

struct acpi_map memory_map(struct memory *m);

/* acpi_open() at the first piece. */
int memory_open(struct memory *m, struct acpi *a);

/* Opens and reads everything through every function. Result: that of acpi_open(). */
int acpi_walk_all(struct memory *m);

#endif
