/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * threads - a thread on each of N CPUs, all in one group, each in a closed loop of a case's short
 * block for a set time.
 *
 * They start together behind a gate, each one counts what it did in that time, and all go on until
 * the last one has its time: none measures a machine that others have left.
 */
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H

#include <bench/plan.h>
#include <bench/sample.h>

/* A record holds two numbers for each. */
#define THREADS_MAX 128u

/*
 * Of each CPU: operations into set->t_short, ticks of the clock's counter that it measured into
 * set->t_long. NULL, or why it could not be done. Context: a thread that may sleep, on CPU 0.
 */
const char *threads_run(const struct plan *plan, const struct run *run, struct sample_set *set);

#endif
