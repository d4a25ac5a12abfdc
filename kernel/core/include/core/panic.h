/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * panic - say why, where and with which registers, stop the other CPUs, end with a failure.
 *
 * For broken promises of the kernel. What firmware, a command line or a full memory can cause gets
 * a line and an error, or a refusal to boot.
 */
#ifndef CORE_PANIC_H
#define CORE_PANIC_H

#include <lib/types.h>

/* Any context. Nothing that it calls waits without a bound or allocates. */
void panic_at(const char *file, int line, const char *format, ...) __noreturn
	__attribute__((format(printf, 3, 4)));

#define panic(...) panic_at(__FILE__, __LINE__, __VA_ARGS__)

/* A promise that the code makes to itself. Not for what firmware or a user can cause. */
#define BUG_ON(condition)                             \
	do {                                          \
		if (unlikely(condition))              \
			panic("BUG: %s", #condition); \
	} while (0)

#endif
