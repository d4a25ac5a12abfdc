/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * progress - a line on the screen that says how far measuring has come, for somebody in front of
 * the machine.
 *
 * Between runs only, and drawn by a CPU that does not measure then, which is idle again before the
 * call returns: so a run finds its CPU, and the others, as it would without. Without a screen the
 * calls cost a look at one word.
 */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <lib/types.h>

struct progress {
	u32 nr_runs; /* of a pass */
	u32 nr_passes;
	u64 budget_ns; /* 0: none */
	u64 start_ns;  /* progress_begin() */
	u64 drawn_ns;  /* when the last line was drawn */
	bool is_off;   /* nothing to draw on, or who drew did not answer */
};

/* @p's first three members say what is planned. Context of all: the thread that measures. */
void progress_begin(struct progress *p);

/*
 * Run @number of pass @pass comes next. At most twice a second another CPU draws; where there is
 * none, only the first run of a pass does.
 */
void progress_step(struct progress *p, u32 pass, u32 number);

#endif
