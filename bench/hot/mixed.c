// SPDX-License-Identifier: GPL-2.0-only
/*
 * mixed - Question: how often does a statistics call reach the per-CPU arrays, and how much is
 * allocated outside of tasks, when much goes on? The instrumented counts of the published series.
 * One operation: one allocation or one free of the workload in bench/mixed.c. Nothing is timed.
 * Expected: all calls push in `base` and `v6-move`, a small share where sums are cached.
 * Not measured: any published workload: those were a boot and a kernel build.
 * Would mislead if the shares were compared with the published ones: only their order can be.
 */
#include "subject_case.h"

static const struct bench_case mixed_case = {
	.name = "mixed",
	.model = MODEL,
	.flags = CASE_COUNTS,
	.subject = &subject,
	.levels = 1u << LEVEL_TASK,
	.accountings = 1u << ACCOUNTING_ON,
	.batch = 1,
	.nodes = 2,
	.published_irqs = 1u << true,
	.published_levels = 1u << LEVEL_TASK,
};

static const struct bench_case *const mixed_entry __used __section(".cases") = &mixed_case;
