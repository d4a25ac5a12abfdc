/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel - a kernel's ELF file from the volume to a place in memory, where it may run.
 */
#ifndef EFI_KERNEL_H
#define EFI_KERNEL_H

#include "conf.h"

struct kernel {
	u64 phys; /* a multiple of 2 MiB, drawn by lot */
	u64 bytes;
	u64 entry; /* physical */
};

/* Draws from *@seed. False: a note says why, and nothing is held. */
bool kernel_load(struct kernel *kernel, enum conf_image image, u64 *seed);

void kernel_unload(const struct kernel *kernel);

#endif
