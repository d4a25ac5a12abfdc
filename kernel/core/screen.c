// SPDX-License-Identifier: GPL-2.0-only
/*
 * screen - the console's lines, sorted into what people read, and the one display.
 *
 * Invariant: the frame buffer is touched only once it is mapped, and only by whoever holds the
 * console. So there is no lock here, and a panic draws over whatever another CPU has left half
 * drawn. Left out: input, cursor, colours of the text's own.
 */
#include <core/screen.h>

#include <arch/boot_info.h>
#include <core/console.h>
#include <core/mapping.h>
#include <core/printk.h>
#include <lib/display.h>
#include <lib/string.h>

#define RECORD_MARK "BS1 "
#define STAGE_MARK  "stage: "
#define PANIC_MARK  "panic: "

static struct display display; /* the console's holder */
static bool is_there;	       /* boot CPU */
static bool is_loud;	       /* set by a panic */
static bool shows_page;	       /* the console's holder */

/* @text up to the end of its line. */
static void status_write(const char *text, size_t n)
{
	char status[GRID_COLUMNS_MAX + 1];

	n = min_u64(n, sizeof(status) - 1);
	memcpy(status, text, n);
	status[n] = '\0';
	display_status(&display, status, is_loud ? DISPLAY_LOUD : DISPLAY_STATUS);
}

static bool line_starts(const char *line, size_t n, const char *mark)
{
	return n >= strlen(mark) && !memcmp(line, mark, strlen(mark));
}

/* The reason of a panic may scroll away: it is the status as well. */
static void line_write(const char *line, size_t n)
{
	if (line_starts(line, n, RECORD_MARK))
		return;
	if (line_starts(line, n, STAGE_MARK) || (is_loud && line_starts(line, n, PANIC_MARK)))
		status_write(line, n - 1);
	if (!line_starts(line, n, STAGE_MARK))
		display_write(&display, line, n, is_loud ? DISPLAY_LOUD : DISPLAY_TEXT);
}

/* The console's sink: gets one line a call. */
static void screen_write(const char *line, size_t n)
{
	if (shows_page)
		return;
	line_write(line, n);
	display_draw(&display);
}

bool screen_open(void *base, const struct screen_mode *mode)
{
	display_open(&display, base, mode);
	shows_page = is_loud = false;
	is_there = !console_attach(screen_write);
	return is_there;
}

void screen_close(void)
{
	console_detach(screen_write);
	is_there = false;
}

static const char *screen_try(const struct screen_mode *mode)
{
	const char *why = display_refusal(mode);
	void *base;

	if (why)
		return why;
	base = mapping_add_device(mode->phys, (u64)mode->height * mode->pitch_bytes, MAP_SCREEN);
	if (!base)
		return "it cannot be mapped";
	return screen_open(base, mode) ? NULL : "the console is taken";
}

void screen_init(void)
{
	const struct screen_mode *mode = &boot_info.screen;
	const char *why;

	if (!mode->bytes)
		return;
	why = screen_try(mode);
	if (why)
		printk("note: screen: %ux%u at %llx is not used: %s", mode->width, mode->height,
		       (unsigned long long)mode->phys, why);
}

bool screen_is_there(void)
{
	return is_there;
}

void screen_status(const char *text)
{
	unsigned long flags;

	if (!is_there || shows_page || !console_hold(&flags))
		return;
	status_write(text, strlen(text));
	display_draw(&display);
	console_release(flags);
}

void screen_panic(void)
{
	if (!is_there)
		return;
	is_loud = true;
	shows_page = false;
	display_make_loud(&display);
}

u32 screen_page_rows(void)
{
	return display_page_rows(&display);
}

void screen_page(const char *text, const struct display_code *code)
{
	unsigned long flags;

	if (!is_there || !console_hold(&flags))
		return;
	display_page(&display, text, code);
	shows_page = true;
	console_release(flags);
}
