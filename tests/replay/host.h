/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * host - a simulated machine of N CPUs and one thread, on which the kernel's own files run. It is
 * always in one context of one CPU; host_run() is the only way to another one.
 *
 * Included first: it brings the C library in and then gives back the names that lib/types.h
 * defines too.
 */
#ifndef REPLAY_HOST_H
#define REPLAY_HOST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef __always_inline
#undef __packed
#undef __used
#undef static_assert

#include <memcg/ops.h>

#include "trace.h"

/* Every subject that is linked into the program. */
extern const struct memcg_ops *const __subjects_start[];
extern const struct memcg_ops *const __subjects_end[];

#define HOST_CPUS_MAX 512u

/* CPUs 0 .. @nr-1 are online; their per-CPU areas are zeroed. */
void host_start(u32 nr);

/* Run @fn(@arg) in @context of @cpu, interrupts on but for a hard interrupt. May be nested. */
void host_run(u32 cpu, enum trace_context context, void (*fn)(void *arg), void *arg);

/* After @nr more blocks of pages there are none. ~0: as many as the C library has. */
void host_fail_pages_after(u64 nr);

/* Pages that are allocated now; for leak checks. */
u64 host_pages_used(void);

extern const struct trace_machine host_machine;

#endif
