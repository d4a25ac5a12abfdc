// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - a kernel for tests of the loader: prints what it was handed over, checks it, and plays the
 * ends of a run that its command line names.
 *
 * play=off (the default) ends the emulator. play=finished, failed: a log of 3 records and a
 * summary, sealed; play=running: the log, not sealed; play=silent: nothing; play=damaged: sealed,
 * then a byte of the log changed. All of these reset. What it prints between "log<" and ">log" is
 * the log.
 */
#include "machine.h"

#include <lib/crc32.h>
#include <lib/efi_map.h>
#include <lib/fmt.h>
#include <lib/handover.h>
#include <lib/results.h>
#include <lib/string.h>

static struct results results;
static char bss_probe[70000];

static void write_text(const char *s)
{
	for (; *s; s++) {
		if (*s == '\n')
			machine_write('\r');
		machine_write(*s);
	}
}

__printf_like(1) static void say(const char *format, ...)
{
	static char text[2048];
	va_list args;

	va_start(args, format);
	fmt_vtext(text, sizeof(text), format, args);
	va_end(args);
	write_text(text);
}

static bool has(const char *cmdline, const char *word)
{
	size_t n = strlen(word);

	for (; *cmdline; cmdline++) {
		if (!strncmp(cmdline, word, n) && (!cmdline[n] || cmdline[n] == ' '))
			return true;
	}
	return false;
}

static void say_screen(const struct screen_mode *s)
{
	if (!s->bytes) {
		say("screen none\n");
		return;
	}
	say("screen %ux%u pitch %u pixel %u at %lx bytes %lx red %u+%u green %u+%u blue %u+%u\n",
	    s->width, s->height, s->pitch_bytes, s->pixel_bytes, s->phys, s->bytes, s->red.shift,
	    s->red.bits, s->green.shift, s->green.bits, s->blue.shift, s->blue.bits);
}

static void say_map(const struct handover *h)
{
	u64 cursor = 0, free_bytes = 0;
	struct efi_range r;
	struct efi_map map;
	u32 nr = 0;

	if (!efi_map_open(&map, (const void *)(uintptr_t)h->map_phys, h->map_bytes,
			  h->map_entry_bytes)) {
		say("FAIL map\n");
		return;
	}
	for (; efi_map_next(&map, &cursor, &r); nr++)
		free_bytes += r.use == EFI_USE_FREE ? r.bytes : 0;
	say("map %u entries of %u bytes, %u bad, free %lu KiB\n", nr, h->map_entry_bytes,
	    map.nr_bad, free_bytes >> 10);
}

/* As hex, for tests/host/data. */
static void dump_map(const struct handover *h)
{
	const u8 *p = (const u8 *)(uintptr_t)h->map_phys;

	for (u64 i = 0; i < h->map_bytes; i++) {
		if (i % h->map_entry_bytes == 0)
			write_text("\nmap ");
		say("%02x", p[i]);
	}
	write_text("\n");
}

static bool bss_is_zero(void)
{
	for (u32 i = 0; i < sizeof(bss_probe); i++) {
		if (READ_ONCE(bss_probe[i]))
			return false;
	}
	return true;
}

static void say_handover(const struct handover *h, u64 image_phys)
{
	say("handover at %lx: %s\n", (u64)(uintptr_t)h, machine_arch());
	say("cmdline [%s]\n", h->cmdline);
	say("kernel %lx bytes %lx %s bss %s\n", h->kernel_phys, h->kernel_bytes,
	    h->kernel_phys == image_phys ? "here" : "FAIL elsewhere",
	    bss_is_zero() ? "zero" : "FAIL");
	say_map(h);
	say("rsdp %lx fdt %lx bytes %lx\n", h->rsdp_phys, h->fdt_phys, h->fdt_bytes);
	say("low %lx bytes %lx\n", h->low_phys, h->low_bytes);
	say("results %lx bytes %lx\n", h->results_phys, h->results_bytes);
	say("seed %lx\n", h->seed);
	say_screen(&h->screen);
}

static void log_write(const char *s)
{
	u64 from;

	results_append(&results, s, strlen(s), &from);
	write_text(s);
}

static void log_record(const char *json)
{
	char line[256];

	fmt_text(line, sizeof(line), "BS1 %08x %s\n", crc32(0, json, strlen(json)), json);
	log_write(line);
}

static void play_log(void)
{
	write_text("log<\n");
	log_write("some words for people\n");
	log_record("{\"rec\":\"hello\",\"version\":1}");
	log_write("BS1 00000000 {\"rec\":\"damaged\"}\n");
	log_record("{\"rec\":\"run\",\"n\":1}");
	log_record("{\"rec\":\"bye\",\"records\":3}");
	write_text(">log\n");
}

static void play(const struct handover *h)
{
	void *area = (void *)(uintptr_t)h->results_phys;
	const char *line = h->cmdline;

	if (!area || !results_open(&results, area, h->results_phys, h->results_bytes)) {
		say("results: none to play with\n");
		machine_off();
	}
	say("results: preset %s\n", results.head.preset);
	if (!has(line, "play=silent"))
		play_log();
	if (has(line, "play=failed"))
		results_seal(&results, RESULTS_FAILED, "It failed.\nSee the log.");
	if (has(line, "play=finished") || has(line, "play=damaged"))
		results_seal(&results, RESULTS_FINISHED, "It went well.\nCases: 2");
	if (has(line, "play=damaged"))
		results.area->log[3] ^= 1;
	write_text("resetting\n");
	machine_reset();
}

void kernel_main(u64 handover_phys, u64 image_phys)
{
	const struct handover *h = (const struct handover *)(uintptr_t)handover_phys;

	write_text("\nloader_kernel\n");
	if (!handover_is_valid(h)) {
		say("FAIL handover\n");
		machine_off();
	}
	say_handover(h, image_phys);
	if (has(h->cmdline, "dump=map"))
		dump_map(h);
	write_text("end of handover\n");
	if (has(h->cmdline, "play=finished") || has(h->cmdline, "play=failed") ||
	    has(h->cmdline, "play=running") || has(h->cmdline, "play=silent") ||
	    has(h->cmdline, "play=damaged"))
		play(h);
	machine_off();
}
