// SPDX-License-Identifier: GPL-2.0-only
/*
 * results_log - the one log of a boot, and the way of its bytes to memory.
 *
 * Order: bytes of the log leave the caches before the head that counts them, so a reset at any
 * moment finds a head that describes what is there. The console's lock is what keeps writers apart;
 * a seal comes when nobody prints any more, or from a panic. No allocation.
 */
#include <core/results_log.h>

#include <arch/boot_info.h>
#include <arch/cpu.h>
#include <core/cmdline.h>
#include <core/console.h>
#include <core/mapping.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>

static struct results results; /* whoever holds the console writes */
static bool results_is_kept;   /* boot CPU writes */

static void results_log_write(const char *bytes, size_t n)
{
	u64 from;

	results_append(&results, bytes, n, &from);
}

bool results_log_open(u64 phys, u64 bytes)
{
	void *area = mapping_add_memory(phys, bytes);

	results_is_kept = results_open(&results, area, phys, bytes);
	if (!results_is_kept)
		return false;
	results.clean = arch_cache_clean;
	results_is_kept = !console_attach(results_log_write);
	return results_is_kept;
}

void results_log_close(void)
{
	console_detach(results_log_write);
	results.area = NULL;
	results_is_kept = false;
}

/* As if the loader had given nothing: a log that nobody wants must not be found afterwards. */
static void results_log_forget(u64 phys, u64 bytes)
{
	void *area = bytes ? mapping_add_memory(phys, bytes) : NULL;

	if (!area)
		return;
	results_clear(area);
	arch_cache_clean(area, sizeof(struct results_area));
}

int results_log_init(void)
{
	const struct boot_range *range = &boot_info.results;
	const char *wanted = cmdline_value("results");

	if (wanted && strcmp(wanted, "none")) {
		printk("error: results=%s: valid is none", wanted);
		return -EINVAL;
	}
	if (wanted)
		results_log_forget(range->base, range->bytes);
	else if (range->bytes && !results_log_open(range->base, range->bytes))
		printk("note: results: the memory that the loader named holds no started log; "
		       "nothing is kept");
	return 0;
}

bool results_log_is_kept(void)
{
	return results_is_kept;
}

void results_log_seal(enum results_state state, const char *summary)
{
	results_seal(&results, state, summary);
}
