/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scene - operations of a subject that an interrupt falls into. The interrupt allocates at one
 * shot and frees at the next one, from the same object cgroup or from another one, so that nothing
 * is in the stocks as it was before: a section that lets it in loses an update, and the oracle
 * knows.
 *
 * Sweeping: the timer is armed at growing distances until it fires behind the operations. Under
 * icount this meets every place between two instructions.
 */
#ifndef TEST_SCENE_H
#define TEST_SCENE_H

#include <bench/level.h>
#include <test/subject.h>

struct scene {
	const char *name;
	/* On CPU 0; leaves no object behind. */
	void (*calls)(void);
};

extern const struct scene scenes[];
extern const u32 nr_scenes;

struct scene_result {
	u32 shots;
	u32 inside; /* interrupts between the first and the last instruction of the calls */
	struct memcg_fault fault; /* the first one; invariant 0: none */
};

/*
 * In the world that there is, the calls at @level: not hard interrupts. Ends at the first fault.
 * Context: threads of CPU 0, with a timer.
 */
void scene_sweep(const struct scene *scene, enum level level, struct scene_result *result);

/* Who comes in between at a point of a counting subject. */
enum disturber {
	DISTURB_TASK,	       /* another task takes the CPU, where preemption is on */
	DISTURB_HARDIRQ,       /* an interrupt, where they are on */
	DISTURB_SOFTIRQ_CALLS, /* the same, and the calls are in a softirq */
	NR_DISTURBERS,
};

/*
 * The same, with the disturbance wherever the subject stands between the read and the write of what
 * a section protects. Needs no icount.
 */
void scene_points(const struct scene *scene, enum disturber disturber, struct scene_result *result);

#endif
