// SPDX-License-Identifier: GPL-2.0-only
/*
 * stack - slots of twice STACK_BYTES in the stack area: the lower half is never mapped, the upper
 * half is the stack.
 *
 * Free stacks are linked through their own last word. A slot is handed out by one atomic addition
 * and mapped for good, so stack_bounds() and stack_is_guard() need no lock: they may run in a
 * fault, and a slot in the middle of being mapped counts as a stack already. Nothing is unmapped;
 * what failed half-way is lost.
 */
#include <core/stack.h>

#include <arch/mmu.h>
#include <core/mapping.h>
#include <core/page_alloc.h>
#include <core/spinlock.h>
#include <lib/errno.h>

#define SLOT_BYTES (2 * STACK_BYTES)

static struct spinlock stack_lock; /* everything below */
static unsigned long stack_free_top;
static u32 nr_stacks_idle;
static u32 nr_stacks;

static unsigned long *stack_link(unsigned long top)
{
	return (unsigned long *)top - 1;
}

static unsigned long stack_reuse(void)
{
	unsigned long flags, top;

	spin_lock_irqsave(&stack_lock, flags);
	top = stack_free_top;
	if (top) {
		stack_free_top = *stack_link(top);
		nr_stacks_idle--;
	}
	spin_unlock_irqrestore(&stack_lock, flags);
	return top;
}

/* Out of a slot that nobody has had. 0: memory is out. */
static unsigned long stack_make(void)
{
	u32 slot = __atomic_fetch_add(&nr_stacks, 1, __ATOMIC_RELAXED);
	unsigned long top = STACK_AREA_BASE + (slot + 1ul) * SLOT_BYTES;

	for (unsigned long at = top - STACK_BYTES; at < top; at += PAGE_SIZE) {
		u64 phys = page_alloc(0);

		/*
		 * What was mapped so far is lost with the slot: memory is out, and the caller gives
		 * up.
		 */
		if (!phys || !mapping_add_page(at, phys))
			return 0;
	}
	return top;
}

unsigned long stack_alloc(void)
{
	unsigned long top = stack_reuse();

	return top ? top : stack_make();
}

void stack_free(unsigned long top)
{
	unsigned long flags;

	spin_lock_irqsave(&stack_lock, flags);
	*stack_link(top) = stack_free_top;
	stack_free_top = top;
	nr_stacks_idle++;
	spin_unlock_irqrestore(&stack_lock, flags);
}

int stack_reserve(u32 nr)
{
	for (u32 i = 0; i < nr; i++) {
		unsigned long top = stack_make();

		if (!top)
			return -ENOMEM;
		stack_free(top);
	}
	return 0;
}

static bool stack_area_has(unsigned long address)
{
	return address - STACK_AREA_BASE < READ_ONCE(nr_stacks) * SLOT_BYTES;
}

bool stack_is_guard(unsigned long address)
{
	return stack_area_has(address) && !((address - STACK_AREA_BASE) & STACK_BYTES);
}

bool stack_bounds(unsigned long sp, unsigned long *lo, unsigned long *hi)
{
	/* The top itself belongs to the next slot; a stack pointer there means an empty stack. */
	if (!stack_area_has(sp - 1) || stack_is_guard(sp - 1))
		return false;
	*lo = align_down(sp - 1, STACK_BYTES);
	*hi = *lo + STACK_BYTES;
	return true;
}

u32 stacks_idle(void)
{
	return READ_ONCE(nr_stacks_idle);
}

u64 stacks_idle_pages(void)
{
	return stacks_idle() * (STACK_BYTES / PAGE_SIZE);
}
