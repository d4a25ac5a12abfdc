/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * crowd - what the tests of several CPUs at one subject share: work for a length of time, and rest
 * after it.
 */
#ifndef TEST_CROWD_H
#define TEST_CROWD_H

#include <test/subject.h>

/*
 * On every CPU of the world a thread that calls @act(CPU) again and again for @ns, giving the CPU
 * away between two calls. Context: the main thread.
 */
void crowd_run(u64 ns, void (*act)(u32 cpu));

/*
 * Nobody acts any more: wait for the work that was queued and for the grace periods that were
 * asked for, a release behind another one, too. Then the oracle may look.
 */
void crowd_settle(void);

/* Each CPU's own sequence, from the boot's seed. */
void crowd_seed(u64 seed);
u32 crowd_random(u32 below);

/* The time that tests of this kind may take, `storm=`, and `seed=`. 0 or -EINVAL after a line. */
int crowd_options(u64 *seconds, u64 *seed);

#endif
