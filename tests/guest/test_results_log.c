// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_results_log - what the console says lands in a started log, whole, and is found there as a
 * loader would find it. Each test makes the memory that a loader would have set aside.
 */
#include <core/results_log.h>

#include <arch/mmu.h>
#include <core/page_alloc.h>
#include <core/printk.h>
#include <lib/string.h>
#include <test/test.h>

#define AREA_ORDER PAGE_ORDER_MAX
#define AREA_BYTES (PAGE_SIZE << AREA_ORDER)

static u64 area_make(u64 bytes)
{
	u64 phys = page_alloc_zeroed(AREA_ORDER);

	if (phys)
		EXPECT(results_start(phys_to_virt(phys), phys, bytes, "quick"));
	return phys;
}

/* False after a word why: the boot's own log is not for tests, or there is no memory. */
static bool begin(u64 *phys, u64 bytes)
{
	if (results_log_is_kept()) {
		SKIP("the loader has started a log");
		return false;
	}
	*phys = area_make(bytes);
	if (!*phys) {
		SKIP("no block of 4 MiB");
		return false;
	}
	EXPECT(results_log_open(*phys, bytes));
	return true;
}

static void end(u64 phys)
{
	results_log_close();
	page_free(phys, AREA_ORDER);
}

static struct results_found find(u64 phys)
{
	struct results_found found = { 0 };

	EXPECT(results_find(phys_to_virt(phys), phys, AREA_BYTES, &found));
	EXPECT(found.log_is_whole && found.summary_is_whole);
	return found;
}

static bool log_ends_with(const struct results_found *found, const char *text)
{
	u64 n = strlen(text), at = found->head.log_bytes;

	return at >= n && !memcmp(found->area->log + at - n, text, n);
}

TEST(results_log, lines)
{
	struct results_found found;
	u64 phys;

	if (!begin(&phys, AREA_BYTES))
		return;
	EXPECT_EQ(find(phys).head.state, RESULTS_STARTED);
	printk("# a line %u", 1);
	printk("# and another");
	found = find(phys);
	EXPECT_EQ(found.head.state, RESULTS_RUNNING);
	EXPECT(log_ends_with(&found, "# a line 1\n# and another\n"));
	EXPECT_STR(found.head.preset, "quick");
	end(phys);
}

TEST(results_log, seal)
{
	struct results_found found;
	u64 phys;

	if (!begin(&phys, AREA_BYTES))
		return;
	printk("# before");
	results_log_seal(RESULTS_FAILED, "what came of it\n");
	printk("# after");
	found = find(phys);
	EXPECT_EQ(found.head.state, RESULTS_FAILED);
	EXPECT(log_ends_with(&found, "# before\n"));
	EXPECT_EQ(found.head.summary_bytes, 16);
	EXPECT(!memcmp(found.area->summary, "what came of it\n", 16));
	end(phys);
}

/* Neither what was never started nor what lies elsewhere is taken for a log. */
TEST(results_log, not_started)
{
	u64 phys = page_alloc_zeroed(AREA_ORDER);

	if (results_log_is_kept() || !phys) {
		SKIP("the loader has started a log, or no block of 4 MiB");
	} else {
		EXPECT(!results_log_open(phys, AREA_BYTES));
		EXPECT(results_start(phys_to_virt(phys), phys, AREA_BYTES, ""));
		EXPECT(!results_log_open(phys, RESULTS_BYTES_MIN));
		EXPECT(!results_log_open(phys + RESULTS_ALIGN, AREA_BYTES - RESULTS_ALIGN));
		EXPECT(!results_log_open(phys, 0));
		EXPECT(!results_log_open(~0ull - PAGE_SIZE, AREA_BYTES));
		EXPECT(!results_log_is_kept());
		results_log_close();
	}
	if (phys)
		page_free(phys, AREA_ORDER);
}
