// SPDX-License-Identifier: GPL-2.0-only
/*
 * summary - two buffers that only grow. No allocation; nothing here runs while something is
 * measured, but for the watch, which looks at what the console prints anyway.
 */
#include <core/summary.h>

#include <stdarg.h>

#include <arch/boot_info.h>
#include <arch/cpu.h>
#include <core/cmdline.h>
#include <core/console.h>
#include <core/env.h>
#include <core/page.h>
#include <core/page_alloc.h>
#include <core/printk.h>
#include <core/smp.h>
#include <kernel/payload.h>
#include <lib/fmt.h>
#include <lib/results.h>
#include <lib/string.h>

extern const char build_id[];

/* Whole lines, each with its newline, and a 0. */
struct lines {
	char *text;
	size_t room; /* with the 0 */
	size_t nr_bytes;
	bool is_cut; /* a line did not fit */
};

#define LINES(name, bytes)              \
	static char name##_text[bytes]; \
	static struct lines name = { .text = name##_text, .room = bytes }

LINES(page, RESULTS_SUMMARY_BYTES);
LINES(code, SUMMARY_CODE_BYTES + 1);

/* The payload's, until the page is put together. */
LINES(page_body, RESULTS_SUMMARY_BYTES);
LINES(code_body, SUMMARY_CODE_BYTES + 1);
LINES(code_last, SUMMARY_CODE_BYTES + 1);

static bool is_complete, is_unwanted;

/*
 * The last complaint, with its newline; the console's holder writes. One that a line of the payload
 * comes after was no end of anything, and is forgotten.
 */
static char complaint[SUMMARY_COLUMNS + 2];

static bool is_complaint(const char *line, size_t n)
{
	return n > 7 && (!memcmp(line, "error: ", 7) || !memcmp(line, "panic: ", 7));
}

static void complaint_watch(const char *bytes, size_t n)
{
	if (!is_complaint(bytes, n))
		return;
	n = min_u64(n - 1, SUMMARY_COLUMNS);
	memcpy(complaint, bytes, n);
	complaint[n] = '\n';
	complaint[n + 1] = '\0';
}

void summary_init(void)
{
	console_attach(complaint_watch);
}

/* Behind one that did not fit none does, however short: what is there is a beginning. */
static void lines_add(struct lines *lines, const char *line, size_t n)
{
	lines->is_cut |= n + 2 > lines->room - lines->nr_bytes;
	if (lines->is_cut)
		return;
	memcpy(lines->text + lines->nr_bytes, line, n);
	lines->nr_bytes += n;
	lines->text[lines->nr_bytes++] = '\n';
	lines->text[lines->nr_bytes] = '\0';
}

static void lines_add_text(struct lines *lines, const char *format, va_list args)
{
	char line[SUMMARY_COLUMNS + 1];
	size_t n = (size_t)fmt_vtext(line, sizeof(line), format, args);

	lines_add(lines, line, min_u64(n, SUMMARY_COLUMNS));
}

static void lines_join(struct lines *to, const struct lines *from)
{
	for (size_t at = 0, n; at < from->nr_bytes; at += n + 1) {
		for (n = 0; from->text[at + n] != '\n'; n++)
			;
		lines_add(to, from->text + at, n);
	}
	to->is_cut |= from->is_cut;
}

/* The payload's lines, and if they are not all there a last one that says so. */
static void page_join(void)
{
	page.room -= sizeof(SUMMARY_MORE);
	lines_join(&page, &page_body);
	page.room += sizeof(SUMMARY_MORE);
	if (!page.is_cut)
		return;
	page.is_cut = false;
	lines_add(&page, SUMMARY_MORE, strlen(SUMMARY_MORE));
}

static void __printf_like(2) head_add(struct lines *lines, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	lines_add_text(lines, format, args);
	va_end(args);
}

void summary_line(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	lines_add_text(&page_body, format, args);
	va_end(args);
	complaint[0] = '\0';
}

void summary_code(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	lines_add_text(&code_body, format, args);
	va_end(args);
}

void summary_code_last(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	lines_add_text(&code_last, format, args);
	va_end(args);
}

static const char *env_note(void)
{
	enum env env = env_current();

	if (env == ENV_TCG || env == ENV_TCG_ICOUNT)
		return ": under emulation a time is not a cost";
	return env == ENV_HARDWARE ? "" : ": not the machine alone";
}

static void page_head(const struct payload_result *result, const char *machine, const char *state)
{
	const char *preset = cmdline_value("preset");

	head_add(&page, "barestock %s: %s, %u runs ok, %u refused", payload_name, state,
		 result->runs_ok, result->runs_refused);
	head_add(&page, "Machine      %s", machine);
	head_add(&page, "CPUs         %u of %u online, %llu MiB of memory", nr_cpus_online,
		 nr_cpus_found, (unsigned long long)(page_alloc_nr_total() * PAGE_SIZE >> 20));
	head_add(&page, "Environment  %s%s", env_name(env_current()), env_note());
	head_add(&page, "Build        %s %s, started by %s%s%s", arch_name, build_id,
		 boot_info.loader, preset ? ", preset " : "", preset ? preset : "");
}

static void code_head(const struct payload_result *result, const char *machine, const char *state)
{
	head_add(&code, "BSQ1 %s %s %s %s", payload_name, arch_name, env_name(env_current()),
		 build_id);
	head_add(&code, "%.48s", machine);
	head_add(&code, "cpus %u %u runs %u %u %s", nr_cpus_online, nr_cpus_found, result->runs_ok,
		 result->runs_refused, state);
}

void summary_leave_out(void)
{
	is_unwanted = true;
}

void summary_finish(const struct payload_result *result)
{
	const char *state = result->failed ? "failed" : "finished";
	char machine[96];

	if (is_unwanted)
		return;
	arch_cpu_describe(machine, sizeof(machine));
	page_head(result, machine, state);
	if (result->failed && *complaint)
		lines_add(&page, complaint, strlen(complaint) - 1);
	page_join();
	code_head(result, machine, state);
	lines_join(&code, &code_body);
	lines_join(&code, &code_last);
	is_complete = true;
	for (size_t at = 0, n; at < page.nr_bytes; at += n) {
		for (n = 1; page.text[at + n - 1] != '\n'; n++)
			;
		console_write(page.text + at, n);
	}
}

bool summary_is_complete(void)
{
	return is_complete;
}

const char *summary_text(void)
{
	return is_complete ? page.text : complaint;
}

const char *summary_code_text(void)
{
	return code.text;
}

void summary_decimal(s64 milli, char text[24])
{
	u64 size = milli < 0 ? -(u64)milli : (u64)milli;
	char whole[20];

	fmt_text(whole, sizeof(whole), "%s%llu", milli < 0 ? "-" : "",
		 (unsigned long long)(size / 1000));
	fmt_text(text, 24, "%8s.%03u", whole, (u32)(size % 1000));
}
