/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * check - what memcg_check.c and check_sums.c share.
 */
#ifndef MEMCG_CHECK_PRIVATE_H
#define MEMCG_CHECK_PRIVATE_H

#include <memcg/check.h>

/* Keep it if it is the first. */
void check_fail(struct memcg_fault *fault, u32 invariant, const char *what, s64 got, s64 want);
void check_fail_objcg(struct memcg_fault *fault, u32 invariant, const char *what,
		      const struct obj_cgroup *objcg, s64 got, s64 want);
void check_fail_memcg(struct memcg_fault *fault, u32 invariant, const char *what,
		      const struct mem_cgroup *memcg, s64 got, s64 want);
void check_fail_cpu(struct memcg_fault *fault, u32 invariant, const char *what, u32 cpu, s64 got,
		    s64 want);

void check_reset_sums(void);

/* One CPU's stocks, into the sums of who they belong to. */
void check_gather_cpu(struct memcg_fault *fault, u32 cpu);

/* What has been pushed to @memcg itself, and pages charged otherwise, into its sums. */
void check_gather_memcg(struct mem_cgroup *memcg);

void check_add_to_parent(const struct memcg_sums *s, struct memcg_sums *parent);

#endif
