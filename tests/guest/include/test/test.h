/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * test - a test of the running kernel, as its file writes it down.
 *
 * TEST(subject, name) { ... } leaves an entry in the section .tests; its name is "subject.name". It
 * runs in the main thread, on CPU 0, with interrupts and preemption on and the model `full`, and
 * leaves everything so: the runner checks what it can (main.c). A failed expectation prints where
 * and what, and the test goes on.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include <lib/types.h>

struct test {
	const char *name;
	void (*run)(void);
	bool needs_irqs;
};

/*
 * The section holds pointers: compilers align structs as they like, and would leave gaps between
 * them.
 */
extern const struct test *const __tests_start[], *const __tests_end[];

#define TEST_ENTRY(fn, test_name, irqs)                                                            \
	static void fn(void);                                                                      \
	static const struct test fn##_desc = { .name = test_name, .run = fn, .needs_irqs = irqs }; \
	static const struct test *const fn##_entry __used __section(".tests") = &fn##_desc;        \
	static void fn(void)

#define TEST(subject, id) TEST_ENTRY(test_##subject##_##id, #subject "." #id, false)

/* Is skipped on a machine without interrupts. */
#define IRQ_TEST(subject, id) TEST_ENTRY(test_##subject##_##id, #subject "." #id, true)

/* Of a file that is compiled once for each preemption model: "subject.model.name". */
#define TEST_TEXT_(x) #x
#define TEST_TEXT(x)  TEST_TEXT_(x)
#define MODEL_TEST(subject, id) \
	TEST_ENTRY(test_##subject##_##id, #subject "." TEST_TEXT(MODEL_SUFFIX) "." #id, true)

/* Any context, any CPU, also in threads that the test has started. @got may be NULL. */
void test_fail(const char *file, int line, const char *what);
void test_equal(const char *file, int line, const char *what, u64 got, u64 want);
void test_same_text(const char *file, int line, const char *what, const char *got,
		    const char *want);
bool test_has_failed(void);

/*
 * This machine cannot answer the question. @reason is a constant string; the test returns
 * afterwards.
 */
void test_skip(const char *reason);

#define EXPECT(cond)	      ((cond) ? (void)0 : test_fail(__FILE__, __LINE__, #cond))
#define EXPECT_EQ(got, want)  test_equal(__FILE__, __LINE__, #got, (u64)(got), (u64)(want))
#define EXPECT_STR(got, want) test_same_text(__FILE__, __LINE__, #got, got, want)
#define SKIP(reason)	      test_skip(reason)

#endif
