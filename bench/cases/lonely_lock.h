/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lonely_lock - a lock that one case alone knows. Padded, so that nothing else lies on its lines.
 */
#ifndef BENCH_CASES_LONELY_LOCK_H
#define BENCH_CASES_LONELY_LOCK_H

#include <core/spinlock.h>

struct lonely_lock {
	struct spinlock lock;
} __aligned(128);

#endif
