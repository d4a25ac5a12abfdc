// SPDX-License-Identifier: GPL-2.0-only
/*
 * boot - the order of things: the handover, and in it memory for the log, in the middle of the
 * largest free stretch, so that it is where the last one was; then the kernel, drawn by lot around
 * it; then room for the map; then the last words.
 */
#include "boot.h"

#include "arch.h"
#include "console.h"
#include "files.h"
#include "kernel.h"
#include "leave.h"
#include "machine.h"
#include "memory.h"
#include "note.h"
#include "place.h"
#include "screen.h"
#include "seed.h"
#include "started.h"
#include "words.h"

#include <lib/fmt.h>
#include <lib/results.h>
#include <lib/string.h>

#define RESULTS_BOTTOM (64ull << 20) /* firmware uses low memory more after a reset */
#define RESULTS_LEAST  (256ull << 10)
#define RESULTS_SHARE  8 /* of free memory, at most one part in so many */

static u64 low_phys;

void boot_take_low(void)
{
	if (arch.low_bytes)
		low_phys = memory_take(arch.low_bytes, arch.low_top);
}

static bool take_results_bytes(struct handover *h, const struct ranges *unused, u64 bytes, u64 step,
			       u64 top)
{
	u64 at = place_middle(unused, bytes, step, RESULTS_BOTTOM, top);

	if (!at)
		at = place_middle(unused, bytes, step, 0, top);
	if (!at || !memory_take_at(at, bytes, EfiLoaderData))
		return false;
	h->results_phys = at;
	h->results_bytes = bytes;
	return true;
}

/* A machine without room for a log measures all the same. */
static void take_results(struct handover *h, const char *preset)
{
	static struct ranges unused;
	u64 most, bytes, step, top;

	memory_ranges(&unused, MEMORY_USABLE);
	step = place_log_step(ranges_bytes(&unused));
	top = min_u64(arch.top, place_log_top(&unused));
	memory_ranges(&unused, MEMORY_UNUSED);
	most = ranges_bytes(&unused) / RESULTS_SHARE;
	for (bytes = RESULTS_BYTES; bytes >= RESULTS_LEAST; bytes /= 2) {
		if (bytes <= most && take_results_bytes(h, &unused, bytes, step, top))
			break;
	}
	if (!h->results_phys)
		return;
	results_start(memory_at(h->results_phys), h->results_phys, h->results_bytes, preset);
	arch_clean(memory_at(h->results_phys), sizeof(struct results_area));
}

/* For the records, what the words are called. False: longer than a kernel can be told. */
static bool cmdline_make(char *out, size_t bytes, const struct boot_choice *choice)
{
	char preset[sizeof("preset=") + CONF_NAME_MAX];

	fmt_text(preset, sizeof(preset), "preset=%s", choice->preset);
	return words_join(out, bytes, preset, choice->cmdline);
}

/* Not if they are not to be kept, and no memory outlives a power-off. */
static bool wants_results(const char *cmdline)
{
	return !string_starts(words_last(cmdline, "results="), "results=none") &&
	       !string_starts(words_last(cmdline, "end="), "end=poweroff") &&
	       !string_starts(words_last(cmdline, "exit="), "exit=poweroff");
}

/* A restart is for results; without them the next start would do the same again, for ever. */
static void stay_at_end(struct handover *h)
{
	static char line[HANDOVER_CMDLINE_BYTES];

	if (string_starts(words_last(h->cmdline, "end="), "end=reset") &&
	    words_join(line, sizeof(line), h->cmdline, "end=halt"))
		string_copy(h->cmdline, line, sizeof(h->cmdline));
}

static struct handover *handover_new(const struct boot_choice *choice)
{
	struct handover *h = memory_at(memory_take(sizeof(*h), arch.top));

	if (!h) {
		note_say("cannot start: no free memory for what the kernel is told\n");
		return NULL;
	}
	memset(h, 0, sizeof(*h));
	if (!cmdline_make(h->cmdline, sizeof(h->cmdline), choice)) {
		note_say("cannot start %s: its words are longer than %u characters\n",
			 choice->preset, HANDOVER_CMDLINE_BYTES - 1);
		memory_give((u64)(uintptr_t)h, sizeof(*h));
		return NULL;
	}
	h->seed = seed_draw();
	h->low_phys = low_phys;
	h->low_bytes = low_phys ? arch.low_bytes : 0;
	machine_tables(h);
	screen_find(&h->screen);
	if (!wants_results(choice->cmdline))
		return h;
	if (!files_writing())
		take_results(h, choice->preset);
	else if (files_writing() == EFI_WRITE_PROTECTED)
		stay_at_end(h);
	return h;
}

static void drop_results(struct handover *h)
{
	if (!h->results_phys)
		return;
	results_clear(memory_at(h->results_phys));
	arch_clean(memory_at(h->results_phys), sizeof(struct results_area));
	memory_give(h->results_phys, h->results_bytes);
	h->results_phys = h->results_bytes = 0;
}

static void handover_drop(struct handover *h)
{
	drop_results(h);
	memory_give((u64)(uintptr_t)h, sizeof(*h));
}

/* Where nothing says that a result is due, a lost one would be measured again for ever. */
static void mark_results(struct handover *h)
{
	EFI_STATUS status = started_mark(h->cmdline);

	if (!status)
		return;
	note_say("results of this run will not be written: %s\n", firmware_status_text(status));
	drop_results(h);
	stay_at_end(h);
}

/* Returns only when boot services go on. */
static void go(struct handover *h, const struct kernel *kernel)
{
	if (!leave_firmware(h))
		return;
	handover_finish(h);
	arch_clean(h, sizeof(*h));
	arch_clean(memory_at(h->map_phys), h->map_bytes);
	arch_enter(kernel->entry, (u64)(uintptr_t)h);
}

static void start_with(struct handover *h, const struct boot_choice *choice)
{
	struct kernel kernel;
	u64 lot = seed_draw();

	if (!kernel_load(&kernel, choice->image, &lot))
		return;
	h->kernel_phys = kernel.phys;
	h->kernel_bytes = kernel.bytes;
	if (h->results_phys)
		mark_results(h);
	if (leave_prepare(h)) {
		console_say("starting %s: %s\n", choice->preset, h->cmdline);
		go(h, &kernel);
		leave_cancel(h);
	}
	note_say("cannot start: the firmware gives no memory map, or no room for it\n");
	started_forget();
	kernel_unload(&kernel);
}

void boot_start(const struct boot_choice *choice)
{
	struct handover *h = handover_new(choice);

	if (!h)
		return;
	start_with(h, choice);
	handover_drop(h);
}
