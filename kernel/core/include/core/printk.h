/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * printk - text for people. Never parsed, never called while something is being measured. The one
 * exception is a stage line, by which the host knows how far a boot has come.
 *
 * Lines come out whole and at once (core/console.h); there are no levels and no buffer that could
 * be lost in a crash.
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
