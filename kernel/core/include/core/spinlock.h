/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * spinlock - a raw lock: one word, taken by one compare-and-exchange when free, given back by a
 * store.
 *
 * The uncontended path is what Linux's is on both architectures (a locked exchange, or exclusive
 * load and store, with acquire; a store with release), because it is measured. A waiter reads until
 * it looks free and then tries again; there is no queue and no fairness: nothing here holds a lock
 * for long, and lists of waiters would be one more thing to prove.
 */
#ifndef CORE_SPINLOCK_H
#define CORE_SPINLOCK_H

#include <arch/irqflags.h>
#include <core/preempt.h>

struct spinlock {
	u32 locked;
};

static __always_inline bool spinlock_try(struct spinlock *lock)
{
	u32 expected = 0;

	/* Acquire: pairs with the release in spinlock_give(). */
	return __atomic_compare_exchange_n(&lock->locked, &expected, 1, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

/*
 * Returns when it has taken the lock. Any context, as long as the holder can run. A function of its
 * own: inline, the loop would cost the free lock's path registers and jumps.
 */
void spinlock_wait(struct spinlock *lock);

static __always_inline void spinlock_take(struct spinlock *lock)
{
	if (unlikely(!spinlock_try(lock)))
		spinlock_wait(lock);
}

static __always_inline void spinlock_give(struct spinlock *lock)
{
	__atomic_store_n(&lock->locked, 0, __ATOMIC_RELEASE);
}

static __always_inline void spin_lock(struct spinlock *lock)
{
	preempt_disable();
	spinlock_take(lock);
}

static __always_inline void spin_unlock(struct spinlock *lock)
{
	spinlock_give(lock);
	preempt_enable();
}

static __always_inline unsigned long spinlock_take_irqsave(struct spinlock *lock)
{
	unsigned long flags;

	local_irq_save(flags);
	spin_lock(lock);
	return flags;
}

#define spin_lock_irqsave(lock, flags) ((flags) = spinlock_take_irqsave(lock))

/* Interrupts come back before the preemption check, as in Linux: so the check may schedule. */
static __always_inline void spin_unlock_irqrestore(struct spinlock *lock, unsigned long flags)
{
	spinlock_give(lock);
	local_irq_restore(flags);
	preempt_enable();
}

#endif
