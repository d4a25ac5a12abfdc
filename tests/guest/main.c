// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the tests, one after the other, reported in KTAP. What a test must leave behind as it
 * found it is checked here, for every test alike: all memory back, interrupts and preemption on,
 * nothing pending, no interrupt that nobody asked for.
 *
 * Stacks and the page tables under them are never given back, so as many as any test uses at a time
 * are made beforehand.
 */
#include <kernel/payload.h>

#include <arch/irqflags.h>
#include <arch/mmu.h>
#include <core/cmdline.h>
#include <core/irq.h>
#include <core/page_alloc.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <core/printk.h>
#include <core/smp.h>
#include <core/softirq.h>
#include <core/stack.h>
#include <core/summary.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/sched.h>
#include <test/crowd.h>
#include <test/fault.h>
#include <test/test.h>

/* Three threads a CPU, and some more on the first one. */
#define STACKS_AT_A_TIME (3 * nr_cpus_online + 16)

/* A loop that fails would fill the log. */
#define FAILURES_SHOWN 12

struct state {
	u64 free_pages;
	u64 irqs_unexpected;
};

const char payload_name[] = "test";

static u32 nr_tests, nr_failed; /* of this boot */
static const char *first_failed;

static u32 nr_failures; /* of the running test; any CPU adds */
static const char *skip_reason;

/* True if this failure is to be printed, too. */
static bool failure_count(void)
{
	return __atomic_fetch_add(&nr_failures, 1, __ATOMIC_RELAXED) < FAILURES_SHOWN;
}

void test_fail(const char *file, int line, const char *what)
{
	if (failure_count())
		printk("# %s:%d: %s", file, line, what);
}

void test_equal(const char *file, int line, const char *what, u64 got, u64 want)
{
	if (got != want && failure_count())
		printk("# %s:%d: %s is %llu (%llx), not %llu (%llx)", file, line, what,
		       (unsigned long long)got, (unsigned long long)got, (unsigned long long)want,
		       (unsigned long long)want);
}

void test_same_text(const char *file, int line, const char *what, const char *got, const char *want)
{
	got = got ? got : "(none)";
	if (strcmp(got, want) && failure_count())
		printk("# %s:%d: %s is \"%s\", not \"%s\"", file, line, what, got, want);
}

bool test_has_failed(void)
{
	return READ_ONCE(nr_failures);
}

void test_skip(const char *reason)
{
	skip_reason = reason;
}

static bool test_is_wanted(const struct test *t)
{
	const char *prefix = cmdline_value("tests");

	return !prefix || string_starts(t->name, prefix);
}

static u32 tests_count(void)
{
	u32 n = 0;

	for (const struct test *const *t = __tests_start; t < __tests_end; t++)
		n += test_is_wanted(*t);
	return n;
}

int payload_check(void)
{
	u64 seconds, seed;
	int error = crowd_options(&seconds, &seed);

	if (error)
		return error;
	if (fault_is_asked())
		return fault_check();
	if (tests_count())
		return 0;
	printk("error: tests=%s: no test begins so; valid are", cmdline_value("tests"));
	for (const struct test *const *t = __tests_start; t < __tests_end; t++)
		printk("  %s", (*t)->name);
	return -EINVAL;
}

static struct state state_take(void)
{
	struct state s = { .free_pages = page_alloc_nr_free() + stacks_idle_pages() };

	for (u32 cpu = 0; cpu < nr_cpus_found; cpu++)
		if (cpu_is_online(cpu))
			s.irqs_unexpected += READ_ONCE(per_cpu(irqs_unexpected, cpu));
	return s;
}

/* Puts right what would spoil the tests that follow. */
static void state_check(const struct state *before)
{
	struct state after = state_take();

	EXPECT(!irqs_disabled());
	local_irq_enable();
	EXPECT_EQ(preempt_count(), 0);
	EXPECT_EQ(preempt_model(), MODEL_FULL);
	preempt_model_set(MODEL_FULL);
	EXPECT_EQ(current_thread()->rcu_nesting, 0);
	EXPECT_EQ(this_cpu_read(softirqs_pending), 0);
	EXPECT_EQ(after.free_pages, before->free_pages);
	EXPECT_EQ(after.irqs_unexpected, before->irqs_unexpected);
}

static bool test_run(const struct test *t, u32 number)
{
	struct state before = state_take();

	nr_failures = 0;
	skip_reason = NULL;
	if (t->needs_irqs && irq_refusal())
		SKIP("no interrupts");
	else
		t->run();
	state_check(&before);
	if (test_has_failed())
		printk("not ok %u %s", number, t->name);
	else if (skip_reason)
		printk("ok %u %s # SKIP %s", number, t->name, skip_reason);
	else
		printk("ok %u %s", number, t->name);
	return !test_has_failed();
}

static void tests_summary(void)
{
	summary_line(" ");
	summary_line("Tests        %u passed, %u failed", nr_tests - nr_failed, nr_failed);
	summary_code("tests %u %u", nr_tests - nr_failed, nr_failed);
	if (first_failed)
		summary_line("First failed %s", first_failed);
}

void payload_main(struct payload_result *result)
{
	if (fault_is_asked()) {
		fault_run();
		result->failed = true;
		return;
	}
	/* Less memory than that has tests of its own. */
	stack_reserve(STACKS_AT_A_TIME);
	printk("KTAP version 1");
	printk("1..%u", tests_count());
	for (const struct test *const *t = __tests_start; t < __tests_end; t++) {
		if (!test_is_wanted(*t))
			continue;
		stage((*t)->name);
		if (test_run(*t, ++nr_tests))
			continue;
		result->failed = true;
		if (!nr_failed++)
			first_failed = (*t)->name;
	}
	tests_summary();
}
