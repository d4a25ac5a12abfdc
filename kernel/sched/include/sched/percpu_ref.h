/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * percpu_ref - a reference counter that costs one per-CPU addition as long as its object is in use
 * for good, and becomes one shared atomic once the object is to go.
 *
 * Fast mode: get and put add to this CPU's word inside an RCU read section and test nothing.
 * percpu_ref_kill() sets the dead bit; after a grace period nobody can still be adding to a
 * per-CPU word, and the words are summed into the shared count. Until then that count carries a
 * bias, so that puts which already go there cannot find zero. Follows memcg-spec 1.3 and 7.7.
 */
#ifndef SCHED_PERCPU_REF_H
#define SCHED_PERCPU_REF_H

#include <arch/percpu.h>
#include <lib/types.h>
#include <sched/rcu.h>

#define PERCPU_REF_DEAD 1ul

struct percpu_ref {
	/* Per-CPU u64; bit 0: use `count`. Written once, by percpu_ref_kill(). */
	unsigned long percpu_count;
	/* The shared count; atomic. Holds the bias and the initial reference in fast mode. */
	u64 count;
	/* By the last put, in its context; may free the structure after percpu_ref_exit(). */
	void (*release)(struct percpu_ref *ref);
	struct rcu_head rcu; /* of percpu_ref_kill() */
};

/* One reference, the initial one. 0 or -ENOMEM. Context: threads. */
int percpu_ref_init(struct percpu_ref *ref, void (*release)(struct percpu_ref *ref));

/* Give the per-CPU words back. Nobody uses @ref any more. */
void percpu_ref_exit(struct percpu_ref *ref);

/*
 * Turn to the shared count and, after a grace period, drop the initial reference. Once; any context
 * in which call_rcu() is allowed.
 */
void percpu_ref_kill(struct percpu_ref *ref);

/* How many references there are, for checks at quiescence. */
s64 percpu_ref_read(const struct percpu_ref *ref);

static __always_inline u64 *percpu_ref_word(unsigned long word)
{
	return (u64 *)word;
}

static inline bool percpu_ref_is_dying(const struct percpu_ref *ref)
{
	return READ_ONCE(ref->percpu_count) & PERCPU_REF_DEAD;
}

/* The caller holds a reference, or knows that the initial one cannot be dropped. */
static __always_inline void percpu_ref_get(struct percpu_ref *ref)
{
	unsigned long word;

	rcu_read_lock();
	word = READ_ONCE(ref->percpu_count);
	if (likely(!(word & PERCPU_REF_DEAD)))
		this_cpu_add(*percpu_ref_word(word), 1);
	else
		__atomic_fetch_add(&ref->count, 1, __ATOMIC_RELAXED);
	rcu_read_unlock();
}

/* The slow half of percpu_ref_tryget(): not from zero. */
bool percpu_ref_tryget_shared(struct percpu_ref *ref);

/* False once the count has reached zero. The structure must not go away meanwhile (RCU). */
static __always_inline bool percpu_ref_tryget(struct percpu_ref *ref)
{
	unsigned long word;
	bool got = true;

	rcu_read_lock();
	word = READ_ONCE(ref->percpu_count);
	if (likely(!(word & PERCPU_REF_DEAD)))
		this_cpu_add(*percpu_ref_word(word), 1);
	else
		got = percpu_ref_tryget_shared(ref);
	rcu_read_unlock();
	return got;
}

/* The last one calls release(), here. */
static __always_inline void percpu_ref_put(struct percpu_ref *ref)
{
	unsigned long word;

	rcu_read_lock();
	word = READ_ONCE(ref->percpu_count);
	if (likely(!(word & PERCPU_REF_DEAD)))
		this_cpu_add(*percpu_ref_word(word), -1);
	else if (unlikely(__atomic_sub_fetch(&ref->count, 1, __ATOMIC_ACQ_REL) == 0))
		ref->release(ref);
	rcu_read_unlock();
}

#endif
