/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cores - the CPUs that measure, one after the other: on a machine whose CPUs are not all alike the
 * first one of each kind, or those that core= names.
 *
 * Two CPUs are of one kind if arch_cpu_core_type() says so. Runs of several CPUs at once are none
 * of these: they take CPUs 0 to N-1, whatever those are.
 */
#ifndef BENCH_CORES_H
#define BENCH_CORES_H

#include <core/smp.h>

#define CORES_MAX 16

struct core_set {
	u32 slots[CORES_MAX];
	u32 nr;
	bool each; /* one of each kind; else slots as asked */
	bool more; /* kinds that did not fit */
};

/*
 * @word: "each", or slots with commas between them; NULL: each. 0, or -EINVAL after a line. Which
 * CPUs there are need not be known yet.
 */
int cores_read(const char *word, struct core_set *set);

/*
 * Once it is known, @at[@nr] by slot: find one of each kind, or look whether all that were asked
 * for are online. 0, or -EINVAL after a line that names the one that is not.
 */
int cores_choose(struct core_set *set, const struct cpu *at, u32 nr);

#endif
