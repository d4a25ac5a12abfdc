/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * boot - from a choice to a running kernel.
 */
#ifndef EFI_BOOT_H
#define EFI_BOOT_H

#include "conf.h"

struct boot_choice {
	const char *preset;
	const char *cmdline;
	enum conf_image image;
};

/* Set the pages aside that other CPUs start in: before anything else may take them. */
void boot_take_low(void);

/* Returns only when it did not come about; a note says why and nothing new is held. */
void boot_start(const struct boot_choice *choice);

#endif
