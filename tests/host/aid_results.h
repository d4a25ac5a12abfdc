/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aid_results - lib/results once more, so built that its stores to memory can be cut off: after so
 * many of them nothing arrives any more, as when a machine is reset.
 *
 * A store is what reaches memory whole: a byte of a copy, a word of WRITE_ONCE().
 */
#ifndef HOST_AID_RESULTS_H
#define HOST_AID_RESULTS_H

#include "test.h"
#include <lib/results.h>

/* Let @nr more stores arrive; UINT64_MAX: all. */
void cut_after(u64 nr);

/* Stores that were asked for since cut_after(). */
u64 cut_stores(void);

bool cut_start(void *at, u64 phys, u64 bytes, const char *preset);
bool cut_open(struct results *r, void *at, u64 phys, u64 bytes);
u64 cut_append(struct results *r, const char *bytes, u64 n, u64 *from);
void cut_seal(struct results *r, enum results_state state, const char *summary);

#endif
