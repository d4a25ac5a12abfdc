// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_screen - the console on a screen in ordinary memory, read back through the glyphs: what is
 * shown is what was said, but for records, and a page keeps the screen until a panic.
 *
 * How pixels are made of characters, at every depth and size, is tested on the host.
 */
#include <core/screen.h>

#include <arch/mmu.h>
#include <bench/progress.h>
#include <core/clock.h>
#include <core/irq.h>
#include <core/page_alloc.h>
#include <core/percpu.h>
#include <core/printk.h>
#include <core/qr.h>
#include <core/record.h>
#include <core/smp.h>
#include <core/summary.h>
#include <lib/display.h>
#include <lib/string.h>
#include <test/test.h>

#define WIDTH  640u
#define HEIGHT 480u
#define ORDER  9u /* 2 MiB */
#define ROWS   (HEIGHT / GLYPH_HEIGHT)

static struct record record;
static u32 *pixels;
static char row_text[WIDTH / GLYPH_WIDTH + 1];

static const struct screen_mode mode = {
	.phys = 1, /* any */
	.bytes = PAGE_SIZE << ORDER,
	.width = WIDTH,
	.height = HEIGHT,
	.pitch_bytes = WIDTH * 4,
	.pixel_bytes = 4,
	.red = { 16, 8 },
	.green = { 8, 8 },
	.blue = { 0, 8 },
};

/* False after a word why: the boot's own screen is not for tests, or there is no memory. */
static bool begin(void)
{
	u64 phys;

	if (screen_is_there()) {
		SKIP("there is a real screen");
		return false;
	}
	phys = page_alloc_zeroed(ORDER);
	if (!phys) {
		SKIP("no block of 2 MiB");
		return false;
	}
	pixels = phys_to_virt(phys);
	EXPECT(!display_refusal(&mode));
	EXPECT(screen_open(pixels, &mode));
	return true;
}

static void end(void)
{
	screen_close();
	page_free(virt_to_phys(pixels), ORDER);
}

static bool cell_is(u32 row, u32 column, char ch, u32 paper)
{
	const u32 *at = pixels + row * GLYPH_HEIGHT * WIDTH + column * GLYPH_WIDTH;
	const u8 *rows = glyph_rows(ch);

	for (u32 y = 0; y < GLYPH_HEIGHT; y++)
		for (u32 x = 0; x < GLYPH_WIDTH; x++)
			if ((at[y * WIDTH + x] != paper) != !!(rows[y] & 0x80 >> x))
				return false;
	return true;
}

static char cell_char(u32 row, u32 column)
{
	/* No glyph reaches into the last line of its cell's left edge but '_' and the like. */
	u32 paper = pixels[row * GLYPH_HEIGHT * WIDTH + column * GLYPH_WIDTH];

	for (char ch = GLYPH_FIRST; ch <= GLYPH_LAST; ch++)
		if (cell_is(row, column, ch, paper))
			return ch;
	return '\x7f';
}

/* What a row shows, without the blanks at its end. */
static const char *row_at(u32 row)
{
	u32 n = 0;

	for (u32 column = 0; column < WIDTH / GLYPH_WIDTH; column++) {
		row_text[column] = cell_char(row, column);
		if (row_text[column] != ' ')
			n = column + 1;
	}
	row_text[n] = '\0';
	return row_text;
}

/* Of the rows that scroll, the last one that shows something. */
static u32 last_row(void)
{
	u32 row = ROWS - 2;

	while (row && !*row_at(row))
		row--;
	return row;
}

TEST(screen, lines_but_no_records)
{
	u32 row;

	if (!begin())
		return;
	printk("# first");
	record_begin(&record, "test");
	record_str(&record, "of", "screen");
	record_send(&record);
	printk("# a second one, 100%%");
	stage("in a test");
	row = last_row();
	EXPECT_STR(row_at(row), "# a second one, 100%");
	EXPECT_STR(row_at(row - 1), "# first");
	EXPECT_STR(row_at(ROWS - 1), "stage: in a test");
	end();
}

TEST(screen, many_lines)
{
	if (!begin())
		return;
	for (u32 i = 0; i < 40; i++)
		printk("# line %u", i);
	EXPECT_STR(row_at(last_row()), "# line 39");
	EXPECT_STR(row_at(last_row() - 5), "# line 34");
	end();
}

/* Later lines do not disturb a page; a panic takes the screen from it. */
TEST(screen, page)
{
	static const struct display_code none;
	u32 corner;

	if (!begin())
		return;
	screen_page("a page", &none);
	corner = pixels[0];
	memset(pixels, 0x55, 4);
	printk("# not shown");
	screen_status("nor this");
	EXPECT_EQ(pixels[0], 0x55555555);
	screen_panic();
	printk("panic: not really, a test");
	EXPECT(pixels[0] != 0x55555555 && pixels[0] != corner);
	EXPECT_STR(row_at(0), "panic: not really, a test");
	EXPECT_STR(row_at(ROWS - 1), "panic: not really, a test");
	end();
}

/* Its corners are marks that every code has, and it is dark and light in about equal parts. */
TEST(screen, code)
{
	struct display_code code;
	u32 dark = 0;

	qr_make("", &code);
	EXPECT_EQ(code.size, 0);
	qr_make("a line of text\nand another, 0123456789\n", &code);
	EXPECT_EQ(code.size % 4, 1);
	EXPECT(code.size >= 21);
	for (u32 i = 0; i < 7; i++) {
		EXPECT(code.is_dark(i, 0) && code.is_dark(0, i));
		EXPECT(code.is_dark(code.size - 1 - i, 0) && code.is_dark(0, code.size - 1 - i));
	}
	for (u32 i = 0; i < code.size * code.size; i++)
		dark += code.is_dark(i % code.size, i / code.size);
	EXPECT(dark * 100 > code.size * code.size * 35 && dark * 100 < code.size * code.size * 65);
}

/* At most one line for each half second, none by the CPU that asks, and no interrupt on it. */
IRQ_TEST(screen, progress_is_drawn_elsewhere)
{
	struct progress p = { .nr_runs = 1000, .nr_passes = 2 };
	u64 taken, unexpected;

	if (nr_cpus_online < 2) {
		SKIP("one CPU");
		return;
	}
	if (!begin())
		return;
	progress_begin(&p);
	taken = this_cpu_read(irqs_taken);
	unexpected = this_cpu_read(irqs_unexpected);
	progress_step(&p, 0, 0);
	EXPECT_STR(row_at(ROWS - 1), "measuring: 1000 runs in 2 passes");
	progress_step(&p, 0, 1);
	EXPECT_STR(row_at(ROWS - 1), "measuring: 1000 runs in 2 passes");
	p.drawn_ns = p.start_ns -= NS_PER_SECOND;
	progress_step(&p, 1, 500);
	EXPECT(string_starts(row_at(ROWS - 1), "measuring: pass 2 of 2, run 501 of 1000, about "));
	EXPECT_EQ(this_cpu_read(irqs_taken), taken);
	EXPECT_EQ(this_cpu_read(irqs_unexpected), unexpected);
	end();
}

/* Without a screen nobody is asked, and the clock is not looked at. */
TEST(screen, progress_without_a_screen)
{
	struct progress p = { .nr_runs = 10, .nr_passes = 1 };

	if (screen_is_there()) {
		SKIP("there is a real screen");
		return;
	}
	progress_begin(&p);
	p.drawn_ns = 0;
	progress_step(&p, 0, 0);
	EXPECT_EQ(p.drawn_ns, 0);
	EXPECT(p.is_off);
}

TEST(screen, decimals)
{
	char text[24];

	summary_decimal(0, text);
	EXPECT_STR(text, "       0.000");
	summary_decimal(-3, text);
	EXPECT_STR(text, "      -0.003");
	summary_decimal(12345678, text);
	EXPECT_STR(text, "   12345.678");
	summary_decimal(-1000, text);
	EXPECT_STR(text, "      -1.000");
}
