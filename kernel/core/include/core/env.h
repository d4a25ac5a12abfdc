/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * env - where this boot runs, and which counter samples are taken with. It decides what a number
 * may be called.
 *
 * The instruction counter is believed only after its self-test: 0, 1, 10 and 100 nops must read k,
 * k+1, k+10, k+100, three times over. Only icount passes that, so the test also tells it apart.
 * What the runner claims (`env=`) is cross-checked.
 */
#ifndef CORE_ENV_H
#define CORE_ENV_H

#include <arch/measure.h>

struct record;

/* Boot CPU, interrupts off, after clock_init(). -EINVAL after a line if the claim does not hold. */
int env_init(void);

enum env env_current(void);
const char *env_name(enum env env);

/* Do samples count instructions? Else time. And the names for records. */
bool env_counts_instructions(void);
const char *env_sample_unit(void);
const char *env_sample_counter(void);

/* The `selftest` record, under icount. */
void env_send_selftest(struct record *r);

#endif
