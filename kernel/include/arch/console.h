/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * console - the serial port, polled.
 *
 * Usable from the first instruction of kmain() until the end, in any context, panic included: takes
 * no lock. The caller (core/console) keeps lines whole. Every wait is bounded; a port that is
 * absent or stuck swallows its bytes and after a few failures costs nothing.
 */
#ifndef ARCH_CONSOLE_H
#define ARCH_CONSOLE_H

#include <lib/types.h>

/*
 * The port that this machine most likely has (x86_64: COM1; arm64: what ACPI names,
 * else the device tree). No allocation.
 */
void arch_console_early_init(void);

/*
 * Again once all of memory is mapped and tables can be read: use what the firmware names (SPCR or
 * DBG2, stdout-path).
 */
void arch_console_init(void);

void arch_console_write(const char *bytes, size_t n);

#endif
