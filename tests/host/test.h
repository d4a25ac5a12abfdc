/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * test - the host test runner: TEST(name) { ... } registers itself; CHECK and its kin report a
 * failure and go on.
 *
 * Included first in every host test: it brings the C library in and then gives back the names that
 * lib/types.h defines too. test_bytes() hands out memory of exactly the size asked for, so that the
 * address sanitizer sees one byte too many; it is freed after each test.
 */
#ifndef HOST_TEST_H
#define HOST_TEST_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef __always_inline
#undef __packed
#undef __used
#undef static_assert

struct test {
	const char *name;
	void (*run)(void);
	struct test *next;
};

void test_register(struct test *t);
void test_fail(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void test_equal(const char *file, int line, const char *what, uint64_t got, uint64_t want);
void test_string(const char *file, int line, const char *what, const char *got, const char *want);

/* @bytes of memory until the end of the test; a copy of @from unless that is NULL. */
void *test_bytes(const void *from, size_t bytes);

/* A recorded file, exactly as long as it is. Ends the program when it cannot be read. */
void *test_file(const char *name, size_t *bytes);

/* What test_bytes() gave since the last call. */
void test_free_all(void);

extern const char *test_data_dir;

#define TEST(id)                                                          \
	static void test_##id(void);                                      \
	__attribute__((constructor)) static void test_add_##id(void)      \
	{                                                                 \
		static struct test t = { .name = #id, .run = test_##id }; \
		test_register(&t);                                        \
	}                                                                 \
	static void test_##id(void)

#define CHECK(cond)	     ((cond) ? (void)0 : test_fail(__FILE__, __LINE__, "%s", #cond))
#define CHECK_EQ(got, want)  test_equal(__FILE__, __LINE__, #got, (uint64_t)(got), (uint64_t)(want))
#define CHECK_STR(got, want) test_string(__FILE__, __LINE__, #got, got, want)

#endif
