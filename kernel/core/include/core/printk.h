/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * printk - text for people. Never parsed, never called while something is being measured.
 */
#ifndef CORE_PRINTK_H
#define CORE_PRINTK_H

#include <lib/types.h>

/*
 * One line; the newline is added. Any context. Longer than 255 characters: cut, with "..." at the
 * end.
 */
void printk(const char *format, ...) __printf_like(1);

/* Say which part of the boot begins. A host that finds a hung guest reports the last of these. */
void stage(const char *name);

#endif
