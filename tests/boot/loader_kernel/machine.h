/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine - the little of QEMU's machines that the loader's test kernel touches.
 */
#ifndef LOADER_KERNEL_MACHINE_H
#define LOADER_KERNEL_MACHINE_H

#include <lib/types.h>

/* A function: data of another file is reached by an address that is unknown before a load. */
const char *machine_arch(void);

void machine_write(char c);
__noreturn void machine_reset(void);
__noreturn void machine_off(void);

/* Where the entry leads, on a stack of the kernel's own. */
__noreturn void kernel_main(u64 handover_phys, u64 image_phys);

#endif
