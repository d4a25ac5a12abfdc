// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_results - an area after memory has lost some of its bits, found and written out as the
 * loader does. Half of the inputs get heads with right CRCs again, so that what lies behind them
 * is seen.
 */
#include "aid_mutate.h"
#include <lib/crc32.h>
#include <results_text.h>

enum { INPUTS = 6000, PHYS = 0x4000000, BYTES = RESULTS_BYTES_MIN };

static void area_make(u8 *area)
{
	static const char line[] = "BS1 7138d98c {\"rec\":\"hello\",\"version\":1}\n";
	struct results r;
	u64 from;

	results_start(area, PHYS, BYTES, "quick");
	results_open(&r, area, PHYS, BYTES);
	for (u32 i = 0; i < 40; i++)
		results_append(&r, line, sizeof(line) - 1, &from);
	if (mutate_below(2))
		results_seal(&r, RESULTS_FINISHED, "summary");
}

static void damage(u8 *area)
{
	struct results_area *a = (struct results_area *)area;
	u32 i;

	for (i = 1 + mutate_below(6); i; i--) {
		if (mutate_below(2))
			mutate_bytes(area, sizeof(a->head));
		else
			mutate_bytes(area + sizeof(*a), 2000);
	}
	if (mutate_below(2))
		return;
	for (i = 0; i < 2; i++)
		a->head[i].crc = crc32(0, &a->head[i], offsetof(struct results_head, crc));
}

static void write_out(const struct results_found *found)
{
	struct results_name name = { "machine", 1 };
	u64 room = results_text_records_bytes(found);
	char *text = test_bytes(NULL, RESULTS_TEXT_BYTES);

	if (results_text_records(test_bytes(NULL, room), found, &name) > room ||
	    results_text_summary(text, found, &name) != strlen(text))
		abort();
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	u32 nr_found = 0;

	for (u32 i = range.first; i - range.first < range.count; i++) {
		u8 *area = test_bytes(NULL, BYTES);
		struct results_found found;

		mutate_begin(i);
		area_make(area);
		damage(area);
		if (results_find(area, PHYS, BYTES, &found)) {
			write_out(&found);
			nr_found++;
		}
		test_free_all();
	}
	printf("fuzz_results: %u damaged areas looked at, %u of them found\n", range.count,
	       nr_found);
	return 0;
}
