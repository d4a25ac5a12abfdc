/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine - the tables that describe this machine: found, measured, not interpreted.
 */
#ifndef EFI_MACHINE_H
#define EFI_MACHINE_H

#include <lib/handover.h>

/* ACPI's root and the device tree, each 0 where there is none. */
void machine_tables(struct handover *out);

/* For file names; the architecture where the firmware does not say what it runs on. */
const char *machine_product(void);

#endif
