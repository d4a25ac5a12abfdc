/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * model - how preemption is compiled. Every file is built with -DMODEL=<one of these>, as a
 * constant in plain `if`.
 *
 * The kernel itself is MODEL_CORE: always a real count, and a preempt_enable() that asks on its
 * slow path which model is active. Measured code and the preemption tests are built once for each
 * of the others.
 */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include <lib/types.h>

enum preempt_model {
	MODEL_NONE,	 /* no count, no preemption in the kernel */
	MODEL_VOLUNTARY, /* no count; might_resched() is a scheduling point */
	MODEL_FULL,	 /* count; preempt_enable() and interrupt return schedule */
	NR_MODELS,
	MODEL_CORE = NR_MODELS,
};

/* Does this build keep a preemption count, and does its preempt_enable() call the scheduler? */
#define MODEL_HAS_COUNT (MODEL == MODEL_FULL || MODEL == MODEL_CORE)

#endif
