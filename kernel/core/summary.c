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

static char page[RESULTS_SUMMARY_BYTES];
static size_t nr_page_bytes;
static char code[SUMMARY_CODE_BYTES + 1];
static size_t nr_code_bytes;
static bool is_complete;

/* The last complaint, with its newline; the console's holder writes. */
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

void summary_line(const char *format, ...)
{
	char line[SUMMARY_COLUMNS + 1];
	va_list args;
	size_t n;

	va_start(args, format);
	n = min_u64((u64)fmt_vtext(line, sizeof(line), format, args), SUMMARY_COLUMNS);
	va_end(args);
	if (n + 2 > sizeof(page) - nr_page_bytes)
		return;
	memcpy(page + nr_page_bytes, line, n);
	nr_page_bytes += n;
	page[nr_page_bytes++] = '\n';
	page[nr_page_bytes] = '\0';
}

void summary_code(const char *format, ...)
{
	size_t room = sizeof(code) - nr_code_bytes, n;
	va_list args;

	va_start(args, format);
	n = (size_t)fmt_vtext(code + nr_code_bytes, room, format, args);
	va_end(args);
	if (n + 2 > room) {
		code[nr_code_bytes] = '\0';
		return;
	}
	nr_code_bytes += n;
	code[nr_code_bytes++] = '\n';
	code[nr_code_bytes] = '\0';
}

static const char *env_note(void)
{
	enum env env = env_current();

	if (env == ENV_TCG || env == ENV_TCG_ICOUNT)
		return ": under emulation a time is not a cost";
	return env == ENV_HARDWARE ? "" : ": not the machine alone";
}

void summary_begin(const struct payload_result *result)
{
	const char *preset = cmdline_value("preset"),
		   *state = result->failed ? "failed" : "finished";
	char machine[96];

	arch_cpu_describe(machine, sizeof(machine));
	summary_line("barestock %s: %s, %u runs ok, %u refused", payload_name, state,
		     result->runs_ok, result->runs_refused);
	summary_line("Machine      %s", machine);
	summary_line("CPUs         %u of %u online, %llu MiB of memory", nr_cpus_online,
		     nr_cpus_found, (unsigned long long)(page_alloc_nr_total() * PAGE_SIZE >> 20));
	summary_line("Environment  %s%s", env_name(env_current()), env_note());
	summary_line("Build        %s %s, started by %s%s%s", arch_name, build_id, boot_info.loader,
		     preset ? ", preset " : "", preset ? preset : "");

	machine[48] = '\0';
	summary_code("BSQ1 %s %s %s %s", payload_name, arch_name, env_name(env_current()),
		     build_id);
	summary_code("%s", machine);
	summary_code("cpus %u %u runs %u %u %s", nr_cpus_online, nr_cpus_found, result->runs_ok,
		     result->runs_refused, state);
}

void summary_print(void)
{
	const char *at = page;

	is_complete = true;
	while (*at) {
		size_t n = 0;

		while (at[n++] != '\n')
			;
		console_write(at, n);
		at += n;
	}
}

bool summary_is_complete(void)
{
	return is_complete;
}

const char *summary_text(void)
{
	return is_complete ? page : complaint;
}

const char *summary_code_text(void)
{
	return code;
}

void summary_decimal(s64 milli, char text[24])
{
	u64 size = milli < 0 ? -(u64)milli : (u64)milli;
	char whole[20];

	fmt_text(whole, sizeof(whole), "%s%llu", milli < 0 ? "-" : "",
		 (unsigned long long)(size / 1000));
	fmt_text(text, 24, "%8s.%03u", whole, (u32)(size % 1000));
}
