// SPDX-License-Identifier: GPL-2.0-only
/*
 * console - one lock around the architecture's port. It is not the spinlock of core/spinlock.h: it
 * must work before threads exist and inside a panic, and gives up rather than hang when its holder
 * is stuck.
 */
#include <core/console.h>

#include <arch/cpu.h>
#include <arch/console.h>
#include <arch/irqflags.h>

/*
 * Long enough for a full line at 9600 baud on any machine; the loop takes several nanoseconds a
 * round.
 */
#define CONSOLE_SPINS_MAX 500000000u

static bool console_taken;   /* set by whoever writes a line */
static bool console_is_dead; /* panic: written once, by the CPU that panics */

static bool console_take(void)
{
	for (u32 i = 0; i < CONSOLE_SPINS_MAX; i++) {
		/*
		 * Acquire: pairs with the release in console_write(), so that the port's state is
		 * the last writer's.
		 */
		if (!__atomic_exchange_n(&console_taken, true, __ATOMIC_ACQUIRE))
			return true;
		cpu_relax();
	}
	return false;
}

void console_write(const char *bytes, size_t n)
{
	unsigned long flags;

	local_irq_save(flags);
	if (READ_ONCE(console_is_dead)) {
		arch_console_write(bytes, n);
	} else if (console_take()) {
		arch_console_write(bytes, n);
		__atomic_store_n(&console_taken, false, __ATOMIC_RELEASE);
	}
	local_irq_restore(flags);
}

void console_panic(void)
{
	WRITE_ONCE(console_is_dead, true);
}
