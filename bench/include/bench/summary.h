/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * summary - the bench's lines of the page at the end (core/summary.h): headline figures, and why
 * runs were refused.
 *
 * Figures are thousandths of the sample unit, divided here once for people; tools make their own
 * from the records.
 */
#ifndef BENCH_SUMMARY_H
#define BENCH_SUMMARY_H

#include <bench/run.h>

/*
 * Of one CPU's turn, all of its runs having been sent. @cpu: which one, to be named; -1: the only
 * one, so nobody asks.
 */
void bench_summary(const struct plan *plan, const struct run_result *results, s32 cpu);

#endif
