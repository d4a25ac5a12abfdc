/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * console - whole lines out of the machine.
 *
 * Lines of several CPUs never mix: a lock is held for the length of a line. Its holder may be
 * stuck, so waiting is bounded; a line that waits in vain is dropped, which a gap in the records'
 * sequence shows, and from then on nobody waits for that holder again. After a panic one CPU alone
 * writes.
 *
 * No buffer, no levels: what is written is out when the call returns.
 */
#ifndef CORE_CONSOLE_H
#define CORE_CONSOLE_H

#include <lib/types.h>

/* Write @n bytes that end with a newline, as one. Any context; interrupts are masked meanwhile. */
void console_write(const char *bytes, size_t n);

/*
 * From here on the caller's CPU alone writes: other CPUs' lines are dropped. One that is being
 * written ends first, unless it takes too long. Once in a boot, interrupts off.
 */
void console_panic(void);

#endif
