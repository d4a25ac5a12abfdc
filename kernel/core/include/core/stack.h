/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stack - memory for stacks, each with an unmapped guard of the same size below it.
 *
 * In the stack area guard and stack take turns, so the address alone tells which one a pointer lies
 * in, and where the stack ends. A stack is never unmapped: one that is given back waits for the
 * next thread.
 */
#ifndef CORE_STACK_H
#define CORE_STACK_H

#include <lib/types.h>

#define STACK_BYTES 16384ul

/*
 * A fresh stack, or one that stack_free() gave back; the address behind its last byte. 0 if memory
 * is out. Context: threads; takes a lock.
 */
unsigned long stack_alloc(void);
void stack_free(unsigned long top);

/*
 * Make @nr more stacks that wait, so that later threads take no pages. 0 or -ENOMEM. Context as
 * above.
 */
int stack_reserve(u32 nr);

/*
 * The bounds of the stack that @sp lies in; false if it is in none. Any context, no lock: pure
 * address arithmetic.
 */
bool stack_bounds(unsigned long sp, unsigned long *lo, unsigned long *hi);

/* Does @address lie in the guard below some stack? */
bool stack_is_guard(unsigned long address);

/* How many stacks wait to be used again, and their pages: for a leak check those are free, too. */
u32 stacks_idle(void);
u64 stacks_idle_pages(void);

#endif
