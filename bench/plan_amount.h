/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan_amount - how much is measured: profile, samples, passes, time.
 */
#ifndef BENCH_PLAN_AMOUNT_H
#define BENCH_PLAN_AMOUNT_H

#include <bench/plan.h>

/* Everything of @plan but its runs. 0, or -EINVAL after a line that names the bad word. */
int plan_read_amount(struct plan *plan);

#endif
