/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fault - `fault=` on the command line: instead of the tests, one thing that ends the boot in a
 * panic or a hang.
 */
#ifndef TEST_FAULT_H
#define TEST_FAULT_H

#include <lib/types.h>

bool fault_is_asked(void);

/* 0, or -EINVAL after a line with the names that there are. */
int fault_check(void);

/* Returns only if the fault did not happen, which is a failure of this boot. Context: threads. */
void fault_run(void);

#endif
