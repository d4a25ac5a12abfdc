// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_display - what is in the frame buffer after text was written, byte for byte: the expected
 * pixel of every place is worked out from the glyphs alone, at every depth, order, pitch and at odd
 * sizes; what is not seen of a line must not be touched.
 */
#include "test.h"

#include <lib/display.h>

#define UNTOUCHED 0xee

struct screen {
	struct screen_mode mode;
	struct display display;
	u8 *bytes;
};

static const struct screen_mode depths[] = {
	{ .pixel_bytes = 4, .red = { 16, 8 }, .green = { 8, 8 }, .blue = { 0, 8 } },
	{ .pixel_bytes = 4, .red = { 0, 8 }, .green = { 8, 8 }, .blue = { 16, 8 } },
	{ .pixel_bytes = 4, .red = { 20, 10 }, .green = { 10, 10 }, .blue = { 0, 10 } },
	{ .pixel_bytes = 3, .red = { 16, 8 }, .green = { 8, 8 }, .blue = { 0, 8 } },
	{ .pixel_bytes = 3, .red = { 0, 8 }, .green = { 8, 8 }, .blue = { 16, 8 } },
	{ .pixel_bytes = 2, .red = { 11, 5 }, .green = { 5, 6 }, .blue = { 0, 5 } },
	{ .pixel_bytes = 2, .red = { 10, 5 }, .green = { 5, 5 }, .blue = { 0, 5 } },
};

static struct screen_mode mode_of(u32 depth, u32 width, u32 height, u32 padding)
{
	struct screen_mode m = depths[depth];

	m.phys = 0xfd000000;
	m.width = width;
	m.height = height;
	m.pitch_bytes = width * m.pixel_bytes + padding;
	m.bytes = (u64)m.pitch_bytes * height;
	return m;
}

static struct screen *screen_make(struct screen_mode mode)
{
	struct screen *s = test_bytes(NULL, sizeof(*s));

	CHECK(!display_refusal(&mode));
	s->mode = mode;
	s->bytes = test_bytes(NULL, mode.bytes);
	memset(s->bytes, UNTOUCHED, mode.bytes);
	display_open(&s->display, s->bytes, &mode);
	return s;
}

static u32 pixel_at(const struct screen *s, u32 x, u32 y)
{
	const u8 *at = s->bytes + (u64)y * s->mode.pitch_bytes + x * s->mode.pixel_bytes;
	u32 value = 0;

	for (u32 i = 0; i < s->mode.pixel_bytes; i++)
		value |= (u32)at[i] << (8 * i);
	return value;
}

/* @rows: what each row of the grid shows, blank behind its end; NULL ends them. */
static char wanted_char(const char *const *rows, u32 row, u32 column)
{
	for (u32 i = 0; i < row && *rows; i++)
		rows++;
	return *rows && column < strlen(*rows) ? (*rows)[column] : ' ';
}

static u32 wanted_pixel(const struct screen *s, const char *const *rows, u32 x, u32 y)
{
	const struct display *d = &s->display;
	u32 column = x / (GLYPH_WIDTH * d->scale), row = y / (GLYPH_HEIGHT * d->scale);
	u32 gx = x / d->scale % GLYPH_WIDTH, gy = y / d->scale % GLYPH_HEIGHT;
	u32 paper = d->papers[DISPLAY_TEXT];

	if (column >= d->grid.columns || row >= d->grid.rows)
		return paper;
	return glyph_rows(wanted_char(rows, row, column))[gy] & 0x80 >> gx ? d->inks[DISPLAY_TEXT]
									   : paper;
}

static void check_shown(const struct screen *s, const char *const *rows)
{
	u32 nr_wrong = 0, nr_touched = 0;

	for (u32 y = 0; y < s->mode.height; y++) {
		for (u32 x = 0; x < s->mode.width; x++)
			nr_wrong += pixel_at(s, x, y) != wanted_pixel(s, rows, x, y);
		for (u32 i = s->mode.width * s->mode.pixel_bytes; i < s->mode.pitch_bytes; i++)
			nr_touched += s->bytes[(u64)y * s->mode.pitch_bytes + i] != UNTOUCHED;
	}
	CHECK_EQ(nr_wrong, 0);
	CHECK_EQ(nr_touched, 0);
}

static void write_text(struct screen *s, const char *text)
{
	display_write(&s->display, text, strlen(text), DISPLAY_TEXT);
	display_draw(&s->display);
}

TEST(display_every_depth_pitch_and_size)
{
	static const u32 sizes[][2] = { { 640, 480 }, { 641, 481 }, { 166, 75 }, { 1366, 768 } };
	static const u32 paddings[] = { 0, 1, 2, 40 };
	static const char *const rows[] = { "plain", "", "~!{}% second", NULL };

	for (u32 depth = 0; depth < ARRAY_SIZE(depths); depth++)
		for (u32 size = 0; size < ARRAY_SIZE(sizes); size++)
			for (u32 pad = 0; pad < ARRAY_SIZE(paddings); pad++) {
				struct screen *s = screen_make(mode_of(
					depth, sizes[size][0], sizes[size][1], paddings[pad]));

				write_text(s, "plain\n\n~!{}% second\n");
				check_shown(s, rows);
				test_free_all();
			}
}

/* The buffer need not begin at a word. */
TEST(display_buffer_at_any_address)
{
	static const char *const rows[] = { "moved", NULL };

	for (u32 shift = 1; shift < 4; shift++) {
		struct screen *s = test_bytes(NULL, sizeof(*s));

		s->mode = mode_of(0, 200, 100, 4);
		s->bytes = (u8 *)test_bytes(NULL, s->mode.bytes + shift) + shift;
		memset(s->bytes, UNTOUCHED, s->mode.bytes);
		display_open(&s->display, s->bytes, &s->mode);
		write_text(s, "moved\n");
		check_shown(s, rows);
	}
}

TEST(display_scale_follows_the_width)
{
	static const struct {
		u32 width, height, columns, rows;
	} wanted[] = {
		{ 320, 200, 40, 12 },	 { 640, 480, 80, 30 },	   { 800, 600, 100, 37 },
		{ 1024, 768, 128, 48 },	 { 1280, 800, 80, 25 },	   { 1366, 768, 85, 24 },
		{ 1920, 1080, 120, 33 }, { 2560, 1440, 106, 30 },  { 3840, 2160, 120, 33 },
		{ 7680, 4320, 120, 33 }, { 1080, 1920, 135, 100 },
	};

	for (u32 i = 0; i < ARRAY_SIZE(wanted); i++) {
		struct screen_mode m = mode_of(0, wanted[i].width, wanted[i].height, 0);
		struct display *d = test_bytes(NULL, sizeof(*d));

		display_open(d, NULL, &m);
		CHECK_EQ(d->grid.columns, wanted[i].columns);
		CHECK_EQ(d->grid.rows, wanted[i].rows);
	}
}

TEST(display_scrolls_by_a_quarter)
{
	/* 20 columns, 9 rows of text and the status. */
	struct screen *s = screen_make(mode_of(0, 160, 160, 0));
	static const char *const full[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", NULL };
	static const char *const moved[] = { "2", "3", "4", "5", "6", "7", "8", "9", NULL };
	char line[] = "0\n";

	for (; line[0] <= '8'; line[0]++)
		write_text(s, line);
	check_shown(s, full);
	write_text(s, "9\n");
	check_shown(s, moved);
}

/* A line as wide as the grid takes one row; a longer one goes on in the next. */
TEST(display_wraps_long_lines)
{
	struct screen *s = screen_make(mode_of(5, 160, 160, 0));
	static const char *const rows[] = { "01234567890123456789", "abcdefghijklmnopqrst", "uv",
					    "end", NULL };

	write_text(s, "01234567890123456789\nabcdefghijklmnopqrstuv\nend");
	check_shown(s, rows);
}

TEST(display_other_bytes_are_question_marks)
{
	struct screen *s = screen_make(mode_of(0, 160, 160, 0));
	static const char *const rows[] = { "a?b?c?", NULL };

	write_text(s, "a\tb\x7f"
		      "c\xff\n");
	check_shown(s, rows);
}

/* Only what differs is drawn: a mark beside the new text survives. */
TEST(display_draws_only_changes)
{
	struct screen *s = screen_make(mode_of(0, 160, 160, 0));

	write_text(s, "one\n");
	memset(s->bytes, 0x77, s->mode.pixel_bytes);
	write_text(s, "two\n");
	CHECK_EQ(pixel_at(s, 0, 0), 0x77777777);
	grid_forget(&s->display.grid);
	display_draw(&s->display);
	CHECK_EQ(pixel_at(s, 0, 0), s->display.papers[DISPLAY_TEXT]);
}

TEST(display_status_does_not_scroll)
{
	struct screen *s = screen_make(mode_of(0, 160, 64, 0));
	struct display *d = &s->display;
	static const char *const rows[] = { "b", "c", "d", "a status that is too", NULL };

	display_status(d, "a status that is too long", DISPLAY_TEXT);
	write_text(s, "a\nb\nc\n");
	write_text(s, "d\n");
	check_shown(s, rows);
	display_status(d, "", DISPLAY_STATUS);
	display_draw(d);
	CHECK_EQ(pixel_at(s, 5, 60), d->papers[DISPLAY_STATUS]);
}

TEST(display_refuses_what_is_none)
{
	struct screen_mode good = mode_of(0, 640, 480, 0), m;

	CHECK(!display_refusal(&good));
#define REFUSED(change) \
	m = good;       \
	m.change;       \
	CHECK(display_refusal(&m) != NULL)
	REFUSED(phys = 0);
	REFUSED(phys = UINT64_MAX - 5);
	REFUSED(width = 0);
	REFUSED(height = 0);
	REFUSED(width = 32768);
	REFUSED(width = UINT32_MAX);
	REFUSED(height = UINT32_MAX);
	REFUSED(pitch_bytes = 2559);
	REFUSED(pitch_bytes = 0);
	REFUSED(bytes = 640 * 480 * 4 - 1);
	REFUSED(bytes = 0);
	REFUSED(pixel_bytes = 0);
	REFUSED(pixel_bytes = 1);
	REFUSED(pixel_bytes = 5);
	REFUSED(red.bits = 0);
	REFUSED(green.shift = 25);
	REFUSED(blue.bits = 33);
	REFUSED(blue.shift = 255);
	REFUSED(width = 159);
	REFUSED(height = 47);
#undef REFUSED
}

static bool is_dark(u32 x, u32 y)
{
	return (x * 7 + y * 3) % 5 < 2;
}

static bool pixel_is_dark(const struct screen *s, u32 x, u32 y)
{
	return pixel_at(s, x, y) != pixels_colour(&s->mode, 0xffffff);
}

/* Finds the light square around the code, and compares each module. */
static void check_code(const struct screen *s, u32 x0, u32 y0, u32 size, u32 module)
{
	u32 nr_wrong = 0, side = (size + 8) * module;

	for (u32 y = 0; y < side; y++)
		for (u32 x = 0; x < side; x++) {
			u32 mx = x / module, my = y / module;
			bool inside = mx >= 4 && my >= 4 && mx < size + 4 && my < size + 4;

			nr_wrong += pixel_is_dark(s, x0 + x, y0 + y) !=
				    (inside && is_dark(mx - 4, my - 4));
		}
	CHECK_EQ(nr_wrong, 0);
}

TEST(display_page_with_code)
{
	static const struct display_code code = { .size = 57,
						  .module_pixels = DISPLAY_MODULE_GOOD,
						  .is_dark = is_dark };
	/* 78 columns and 20 rows. */
	static char text[20 * 79 + 1];
	static const struct {
		u32 width, height, scale, module, x, y;
	} wanted[] = {
		{ 640, 480, 1, 2, 0, 336 },	{ 800, 600, 1, 4, 0, 336 },
		{ 1024, 768, 1, 6, 0, 336 },	{ 1280, 800, 1, 9, 640, 0 },
		{ 1920, 1080, 2, 10, 1264, 0 }, { 3840, 2160, 5, 10, 3136, 0 },
	};

	for (u32 i = 0; i < 20; i++) {
		memset(text + i * 79, 'H', 78);
		text[i * 79 + 78] = '\n';
	}
	for (u32 i = 0; i < ARRAY_SIZE(wanted); i++) {
		struct screen *s = screen_make(mode_of(0, wanted[i].width, wanted[i].height, 0));
		u32 ink = s->display.inks[DISPLAY_PAGE];
		u32 scale = wanted[i].scale;

		display_page(&s->display, text, &code);
		/* A stem of the last H of the last line. */
		CHECK_EQ(pixel_at(s, 8 + (77 * 8 + 1) * scale, 8 + (19 * 16 + 5) * scale), ink);
		check_code(s, wanted[i].x, wanted[i].y, code.size, wanted[i].module);
		test_free_all();
	}
}

/* Where the text matters more it is as large as it can be. */
TEST(display_page_with_code_of_least_size)
{
	static const struct display_code code = { .size = 57,
						  .module_pixels = DISPLAY_MODULE_MIN,
						  .is_dark = is_dark };
	struct screen *s = screen_make(mode_of(0, 1280, 800, 0));

	display_page(&s->display, "H\nH\nH\nH\nH", &code);
	/* 16 + 5 * 16 * 9 pixels of text; the code beside it. */
	CHECK_EQ(pixel_at(s, 8 + 9, 8 + (4 * 16 + 5) * 9), s->display.inks[DISPLAY_PAGE]);
	check_code(s, 88, 0, code.size, 12);
}

/* The console comes back whole. */
TEST(display_console_after_a_page)
{
	static const struct display_code none;
	static const char *const rows[] = { "before", "after", NULL };
	struct screen *s = screen_make(mode_of(3, 643, 485, 2));

	write_text(s, "before\n");
	display_page(&s->display, "a page\nof two lines", &none);
	write_text(s, "after\n");
	check_shown(s, rows);
}

static u32 random_u32(u64 *state, u32 below)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(*state >> 33) % below;
}

static struct screen_mode random_mode(u64 *state)
{
	struct screen_mode m =
		mode_of(random_u32(state, ARRAY_SIZE(depths)), 1 + random_u32(state, 900),
			1 + random_u32(state, 700), random_u32(state, 9));

	/* Wide and low, or narrow and high, at times. */
	if (!random_u32(state, 8))
		m = mode_of(0, 20 + random_u32(state, 9000), 40 + random_u32(state, 40), 0);
	else if (!random_u32(state, 8))
		m = mode_of(5, 150 + random_u32(state, 40), 1 + random_u32(state, 6000), 0);
	return m;
}

static void random_text(u64 *state, struct display *d)
{
	char text[300];
	u32 n = random_u32(state, sizeof(text));

	for (u32 i = 0; i < n; i++)
		text[i] = random_u32(state, 20) ? (char)random_u32(state, 256) : '\n';
	display_write(d, text, n, (enum display_colour)random_u32(state, NR_DISPLAY_COLOURS));
	text[n ? n - 1 : 0] = '\0';
	display_status(d, text, DISPLAY_STATUS);
}

/* Whatever the mode and the text, nothing outside of the frame buffer and the grid is touched. */
TEST(display_random_modes_and_texts)
{
	u64 state = 1;
	u32 nr_used = 0;

	for (u32 i = 0; i < 300; i++) {
		struct screen_mode m = random_mode(&state);
		struct display_code code = { .size = random_u32(&state, 80),
					     .module_pixels = random_u32(&state, 6),
					     .is_dark = is_dark };
		struct screen *s;

		if (display_refusal(&m))
			continue;
		nr_used++;
		s = screen_make(m);
		for (u32 n = 0; n < 6; n++) {
			random_text(&state, &s->display);
			display_draw(&s->display);
			if (!random_u32(&state, 6))
				display_make_loud(&s->display);
			if (!random_u32(&state, 6))
				display_page(&s->display, "some text\n\nof three lines\n", &code);
		}
		test_free_all();
	}
	CHECK(nr_used > 200);
}
