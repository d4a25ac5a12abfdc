// SPDX-License-Identifier: GPL-2.0-only
/*
 * spinlock - what a CPU does while another one holds the lock: read until it looks free, then try
 * again.
 *
 * The reads keep the line shared, so that waiters do not take it away from the holder. Only the
 * exchange in spinlock_try() orders anything; what the loop reads is a hint. There is no bound: a
 * holder never sleeps and never waits for the waiter.
 */
#include <core/spinlock.h>

#include <arch/cpu.h>

void spinlock_wait(struct spinlock *lock)
{
	do {
		while (READ_ONCE(lock->locked))
			cpu_relax();
	} while (!spinlock_try(lock));
}
