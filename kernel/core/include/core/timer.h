/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timer - call a function on this CPU later. And the tick, which is off unless a run asks for it.
 *
 * A timer belongs to the CPU that armed it and fires there once, never early. Its structure is the
 * caller's, set up with list_init() and `fire`, and must live until it has fired or is cancelled.
 * Where a CPU has no timer interrupt nothing may be armed: timer_works() says so, callers poll.
 */
#ifndef CORE_TIMER_H
#define CORE_TIMER_H

#include <lib/list.h>
#include <lib/types.h>

struct timer {
	struct list_node node; /* on its CPU's list while armed */
	u64 expires_ns;
	void (*fire)(struct timer *t); /* hard interrupt context, interrupts off */
};

/*
 * Each CPU, after arch_irq_cpu_init(). 0, or -ENODEV: no timer interrupt, so nothing may be armed.
 */
int timer_cpu_init(u32 slot);
bool timer_works(void);

/* Arm on this CPU, @ns from now. Interrupts off. @t is not armed. */
void timer_arm(struct timer *t, u64 ns);

/* Same CPU as timer_arm(), interrupts off. Harmless if it has fired. */
void timer_cancel(struct timer *t);

/*
 * @hz periodic interrupts a second on this CPU; each asks for a reschedule. 0: none. Interrupts
 * off.
 */
void timer_set_tick(u32 hz);

/* core/irq only. */
void timer_interrupt(void);

#endif
