/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hit - what comes in between the calls of a scene: it takes an object and, when it comes next,
 * gives it back; first of the group that the scene uses, then, a large one, of its parent.
 */
#ifndef TEST_HIT_H
#define TEST_HIT_H

#include <test/scene.h>

#define HIT_LARGE 4096u
#define HIT_KINDS 4u

/* Written by the test before the calls, and by whatever comes in between. */
struct hit {
	u32 kind;	  /* of the next one, below HIT_KINDS */
	void *held;	  /* between one and the next */
	bool in_calls;	  /* now */
	enum level level; /* of the calls */
	u32 inside;	  /* so many came while in_calls */
};

extern struct hit hit;

/* It comes. Any context, as an interrupt's hook. */
void hit_act(void *unused);

/* Give back what is held: a fault may have ended it between taking and giving. */
void hit_release(void);

/* The scene's calls at hit.level. */
void hit_calls(const struct scene *scene);

/* The oracle, with what is alive now; false: the fault is in @result. */
bool hit_holds(struct scene_result *result);

#endif
