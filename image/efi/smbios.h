/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * smbios - the product name of a machine, from the structure table that firmware leaves (SMBIOS
 * 3.6, section 6 and 7.2), made fit for a file name. Pure; the table may be any garbage.
 */
#ifndef EFI_SMBIOS_H
#define EFI_SMBIOS_H

#include <lib/types.h>

#define MACHINE_NAME_BYTES 25

struct smbios_table {
	u64 phys;
	u64 bytes; /* at most; it ends with a structure of type 127 */
};

/* An entry point, of 2.x or 3.x, of which @bytes can be read. False: it is none, or damaged. */
bool smbios_entry(const void *entry, u64 bytes, struct smbios_table *out);

/* The product name, cut to @out_bytes; "" if the table has none. */
void smbios_product(const void *table, u64 bytes, char *out, size_t out_bytes);

/* Only a-z, 0-9 and single - inside; @otherwise if nothing of @product is left. */
void machine_name(char out[MACHINE_NAME_BYTES], const char *product, const char *otherwise);

#endif
