/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * console - whole lines out of the machine.
 *
 * Lines of several CPUs never mix: a lock is held for the length of a line. A panic may arrive
 * while another CPU holds it, so waiting is bounded and after console_panic() there is no lock at
 * all.
 */
#ifndef CORE_CONSOLE_H
#define CORE_CONSOLE_H

#include <lib/types.h>

/* Write @n bytes that end with a newline, as one. Any context; interrupts are masked meanwhile. */
void console_write(const char *bytes, size_t n);

/* From here on the caller is alone: other CPUs' lines are dropped, the lock is not taken. */
void console_panic(void);

#endif
