// SPDX-License-Identifier: GPL-2.0-only
/*
 * percpu_ref - the slow half: initialise, kill, sum up.
 *
 * Invariant: shared count + sum of the per-CPU words = references + bias, until the words have been
 * summed up; then the shared count alone is the number of references. A single word may be
 * negative: a reference may be put on another CPU than it was taken on.
 */
#include <sched/percpu_ref.h>

#include <core/panic.h>
#include <core/percpu_alloc.h>
#include <core/smp.h>
#include <lib/errno.h>

/* Far more than there can be references, and far from wrapping. */
#define BIAS (1ull << 62)

int percpu_ref_init(struct percpu_ref *ref, void (*release)(struct percpu_ref *ref))
{
	u64 *words = alloc_percpu(sizeof(*words), sizeof(*words));

	if (!words)
		return -ENOMEM;
	ref->percpu_count = (unsigned long)words;
	ref->count = BIAS + 1;
	ref->release = release;
	return 0;
}

static u64 sum_words(const struct percpu_ref *ref)
{
	u64 *words = percpu_ref_word(READ_ONCE(ref->percpu_count) & ~PERCPU_REF_DEAD);
	u64 sum = 0;
	u32 cpu;

	if (!words)
		return 0;
	for (cpu = 0; cpu < nr_cpus_found; cpu++) {
		if (cpu == 0 || percpu_offsets[cpu])
			sum += READ_ONCE(*per_cpu_ptr(words, cpu));
	}
	return sum;
}

void percpu_ref_exit(struct percpu_ref *ref)
{
	free_percpu(percpu_ref_word(ref->percpu_count & ~PERCPU_REF_DEAD));
	ref->percpu_count = PERCPU_REF_DEAD;
}

/* A grace period after the dead bit: the words do not change any more. */
static void confirm_kill(struct rcu_head *rcu)
{
	struct percpu_ref *ref = container_of(rcu, struct percpu_ref, rcu);

	/* Full order: what was done under per-CPU references comes before the release. */
	__atomic_add_fetch(&ref->count, sum_words(ref) - BIAS, __ATOMIC_SEQ_CST);
	percpu_ref_put(ref);
}

void percpu_ref_kill(struct percpu_ref *ref)
{
	BUG_ON(percpu_ref_is_dying(ref));
	WRITE_ONCE(ref->percpu_count, ref->percpu_count | PERCPU_REF_DEAD);
	call_rcu(&ref->rcu, confirm_kill);
}

bool percpu_ref_tryget_shared(struct percpu_ref *ref)
{
	u64 count = __atomic_load_n(&ref->count, __ATOMIC_RELAXED);

	while (count) {
		if (__atomic_compare_exchange_n(&ref->count, &count, count + 1, false,
						__ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return true;
	}
	return false;
}

s64 percpu_ref_read(const struct percpu_ref *ref)
{
	u64 count = __atomic_load_n(&ref->count, __ATOMIC_ACQUIRE);

	/* Above half the bias the words are not in it yet. */
	return (s64)(count > BIAS / 2 ? count - BIAS + sum_words(ref) : count);
}
