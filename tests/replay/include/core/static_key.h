/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * static_key - the simulated machine, in place of core/static_key.h: a word that is tested.
 */
#ifndef CORE_STATIC_KEY_H
#define CORE_STATIC_KEY_H

#include <lib/types.h>

struct static_key {
	bool enabled;
};

#define static_branch_unlikely(key) unlikely((key)->enabled)
#define static_branch_likely(key)   likely((key)->enabled)

static inline int static_key_set(struct static_key *key, bool enabled)
{
	key->enabled = enabled;
	return 0;
}

#endif
