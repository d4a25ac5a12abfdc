/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shot - one interrupt of this CPU's timer at a chosen distance. Under icount a nanosecond is an
 * instruction, so a test that shoots at every distance meets every place between two instructions.
 */
#ifndef TEST_SHOT_H
#define TEST_SHOT_H

#include <core/timer.h>
#include <lib/types.h>

/*
 * The counter that arm64's timer compares with goes by in steps of 16 ns under QEMU. So the timer
 * is armed for whole steps everywhere, and shot_shift() moves the code by the rest: distance @ns
 * hits the place at step - rest, and 16 neighbouring distances hit 16 neighbouring places.
 */
#define SHOT_STEP_NS 16

struct shot {
	struct timer timer;
	void (*hit)(void *arg); /* hard interrupt context */
	void *arg;
	u32 fired; /* set behind hit() */
};

/* Run @hit(@arg) once, @ns from now, rounded down to a step. Context: threads; the last shot has fired. */
void shot_arm(struct shot *shot, u64 ns, void (*hit)(void *arg), void *arg);

#define SHOT_NOPS_4 "nop\n\tnop\n\tnop\n\tnop\n\t"

/* @ns % SHOT_STEP_NS instructions more than for 0. Right behind shot_arm(). */
static __always_inline void shot_shift(u64 ns)
{
	if (ns & 1)
		__asm__ __volatile__("nop");
	if (ns & 2)
		__asm__ __volatile__("nop\n\tnop");
	if (ns & 4)
		__asm__ __volatile__(SHOT_NOPS_4);
	if (ns & 8)
		__asm__ __volatile__(SHOT_NOPS_4 SHOT_NOPS_4);
}

static inline bool shot_has_fired(const struct shot *shot)
{
	return READ_ONCE(shot->fired);
}

#endif
