/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * console - whole lines out of the machine.
 *
 * Lines of several CPUs never mix: a lock is held for the length of a line. Its holder may be
 * stuck, so waiting is bounded; a line that waits in vain is dropped, which a gap in the records'
 * sequence shows, and from then on nobody waits for that holder again. After a panic one CPU alone
 * writes.
 *
 * No levels: what is written is out when the call returns. Beside the port there are sinks (a
 * screen, a log in memory), which come later and get what was said before them as well.
 */
#ifndef CORE_CONSOLE_H
#define CORE_CONSOLE_H

#include <lib/types.h>

/* Write @n bytes that end with a newline, as one. Any context; interrupts are masked meanwhile. */
void console_write(const char *bytes, size_t n);

/*
 * Takes one line a call, its newline and all, however many console_write() got; any context, panic
 * included; never two calls at a time. It must not print.
 */
typedef void (*console_sink_fn)(const char *bytes, size_t n);

/*
 * @write gets every line from here on, and first, unless console_early_end() has been called, all
 * that came before. 0, or -EBUSY: too many sinks, or the console is stuck. Threads or the boot CPU.
 */
int console_attach(console_sink_fn write);
void console_detach(console_sink_fn write);

/*
 * To draw where a sink draws, between lines: interrupts are masked until console_release(). False:
 * the console is stuck or a panic's, and nothing is held.
 */
bool console_hold(unsigned long *flags);
void console_release(unsigned long flags);

/* Boot CPU: who wants the early lines has attached. */
void console_early_end(void);

/*
 * From here on the caller's CPU alone writes: other CPUs' lines are dropped. One that is being
 * written ends first, unless it takes too long. Once in a boot, interrupts off.
 */
void console_panic(void);

#endif
