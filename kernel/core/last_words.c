// SPDX-License-Identifier: GPL-2.0-only
/*
 * last_words - the note is made once, and the page on the screen repeats it.
 *
 * Order: exit decides how the boot ends before anything is said of it. No allocation, as a panic
 * ends here, too.
 */
#include <core/last_words.h>

#include <arch/boot_info.h>
#include <core/console.h>
#include <core/exit.h>
#include <core/qr.h>
#include <core/results_log.h>
#include <core/screen.h>
#include <core/summary.h>
#include <lib/display.h>
#include <lib/fmt.h>
#include <lib/string.h>

#define NOTE_BYTES 200

static char note[NOTE_BYTES]; /* a few lines, or none */

/* Where the results are to be had, in lines of 78 characters; NULL: by serial, as ever. */
static const char *results_note(void)
{
	const char *loader = boot_info.loader;

	if (results_log_is_kept() && exit_method_now() == EXIT_RESET)
		return "Results are in memory; restarting to write them to the stick.\n"
		       "If it does not, reset it by hand: without power the results are lost.";
	if (results_log_is_kept())
		return "Results are in memory: a reset, not a power cycle, gets them written.";
	if (!screen_is_there() || (strcmp(loader, "multiboot2") && strcmp(loader, "efi")))
		return NULL;
	return "Results are not written to the stick: read them here or by serial.";
}

void last_words_write(u32 seconds)
{
	const char *results = results_note();
	size_t n = 0;

	if (results)
		n += (size_t)fmt_text(note, sizeof(note), "%s\n", results);
	if (exit_method_now() == EXIT_HALT)
		fmt_text(note + n, sizeof(note) - n, "Halted; %s.\n",
			 results_log_is_kept() ? "reset the machine" : "switch the machine off");
	else if (seconds)
		fmt_text(note + n, sizeof(note) - n, "This stays for %u s.\n", seconds);
	if (*note)
		console_write(note, strlen(note));
}

static u32 nr_lines(const char *text)
{
	u32 n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* How many bytes the first @lines lines have. */
static size_t lines_bytes(const char *text, u32 lines)
{
	const char *end = text;

	while (lines && *end)
		lines -= *end++ == '\n';
	return (size_t)(end - text);
}

/* Where a screen is too small for all, the figures give way: the note says what to do now. */
static void page_make(char *page, size_t bytes)
{
	const char *text = summary_text(), *more = "";
	u32 room = screen_page_rows(), below = 1 + nr_lines(note);
	size_t n = strlen(text);

	room -= (u32)min_u64(below, room - 1);
	if (nr_lines(text) > room) {
		n = lines_bytes(text, room - 1);
		more = SUMMARY_MORE "\n";
	}
	memcpy(page, text, n);
	fmt_text(page + n, bytes - n, "%s\n%s", more, note);
}

void last_words_show(void)
{
	static char page[RESULTS_SUMMARY_BYTES + sizeof(SUMMARY_MORE) + NOTE_BYTES];
	struct display_code code;

	if (!summary_is_complete() || !screen_is_there())
		return;
	page_make(page, sizeof(page));
	qr_make(summary_code_text(), &code);
	code.module_pixels = results_log_is_kept() ? DISPLAY_MODULE_MIN : DISPLAY_MODULE_GOOD;
	screen_page(page, &code);
}
