/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run - one case in one state, from preparation to its record.
 */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include <bench/plan.h>
#include <core/record.h>

/*
 * Measure and send the record; true if the verdict is ok. Context: a thread, on its CPU alone,
 * interrupts on, nothing disabled; the same on return.
 */
bool run_measure(const struct plan *plan, u32 number, struct record *r);

/* The record of a run that is not measured, with the reason. */
void run_refuse(const struct plan *plan, u32 number, const char *reason, struct record *r);

#endif
