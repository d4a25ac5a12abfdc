/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * static_key - a switch that is part of the code: a branch on it is a NOP or a jump, nothing is
 * loaded and nothing tested.
 *
 * A key starts off. static_branch_unlikely() is a NOP while the key is off and a jump while it is
 * on; static_branch_likely() is the opposite, for what is on in the measured state. Both are true
 * while the key is on.
 */
#ifndef CORE_STATIC_KEY_H
#define CORE_STATIC_KEY_H

#include <arch/text.h>
#include <lib/types.h>

/* A static object, so that its address is a constant; it may be a part of one, or be static. */
struct static_key {
	bool enabled;  /* what the code has; static_key_set() writes it */
	bool unsynced; /* some CPU may still run the code from before */
};

static __always_inline bool static_branch_unlikely(const struct static_key *key)
{
	return unlikely(arch_branch_nop(key, 0));
}

static __always_inline bool static_branch_likely(const struct static_key *key)
{
	return likely(!arch_branch_jump(key, 1));
}

#define static_branch(key) static_branch_unlikely(key)

static inline bool static_key_enabled(const struct static_key *key)
{
	return READ_ONCE(key->enabled);
}

/*
 * Patch all branches on @key, on every online CPU before it returns. At quiescence: no CPU is in
 * code that has one. Context: threads, interrupts on, one at a time. 0, -ETIMEDOUT: a CPU does not
 * answer, so it must not run such code any more. Panics if a site does not hold what it should.
 */
int static_key_set(struct static_key *key, bool enabled);

/* How many branches there are on @key. */
u32 static_key_sites(const struct static_key *key);

#endif
