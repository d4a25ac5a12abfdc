/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_file - the worked traces of tests/traces as they stand in the tree, in the image: see
 * mk/traces.mk.
 */
#ifndef TEST_TRACE_FILE_H
#define TEST_TRACE_FILE_H

#include <lib/types.h>

/* All texts are terminated. */
struct trace_file {
	const char *name;
	const char *trace;
	const char *wanted; /* a line of JSON for each step */
};

extern const struct trace_file trace_files[];
extern const u32 nr_trace_files;

/* steady-state.json */
extern const char trace_steady_state[];

#endif
