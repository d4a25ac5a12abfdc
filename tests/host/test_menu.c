// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_menu - what the loader does without a person: a console that is made up here has no keys,
 * or cannot wait for them. Includes the real file; what it calls is below and in test_leave.c.
 */
#include "test.h"

#include "../../image/efi/menu.c"

static bool has_keys;
static const char *keys; /* pressed one after the other, then none */
static u32 nr_waits;

bool console_has_keys(void)
{
	return has_keys;
}

u32 console_key(u32 seconds)
{
	nr_waits += !!seconds;
	return *keys ? (u8)*keys++ : CONSOLE_NONE;
}

void console_say(const char *format, ...)
{
	(void)format;
}

void console_clear(void)
{
}

void console_row(u32 row)
{
	(void)row;
}

const char *note_text(void)
{
	return "";
}

bool edit_line(char *line, size_t bytes)
{
	return *line && bytes;
}

static enum menu_action run(bool any_keys, const char *pressed, s32 timeout)
{
	static struct conf conf;
	static struct menu menu;

	conf_defaults(&conf);
	conf.timeout = timeout;
	has_keys = any_keys;
	keys = pressed;
	nr_waits = 0;
	menu_init(&menu, &conf);
	return menu_run(&menu);
}

TEST(menu_without_keys_starts_only_what_a_countdown_would)
{
	CHECK_EQ(run(false, "", 5), MENU_START);
	CHECK_EQ(run(false, "", 0), MENU_START);
	CHECK_EQ(run(false, "", CONF_WAIT_FOREVER), MENU_LEAVE);
}

TEST(menu_starts_after_its_countdown)
{
	CHECK_EQ(run(true, "", 5), MENU_START);
	CHECK_EQ(nr_waits, 5);
	CHECK_EQ(run(true, "", 0), MENU_START);
	CHECK_EQ(nr_waits, 0);
}

TEST(menu_that_cannot_wait_for_keys_starts_nothing)
{
	CHECK_EQ(run(true, "", CONF_WAIT_FOREVER), MENU_LEAVE);
	/* A key stops the countdown, and then none comes. */
	CHECK_EQ(run(true, "z", 5), MENU_LEAVE);
	CHECK_EQ(run(true, "z", 0), MENU_LEAVE);
	CHECK_EQ(run(true, "2\r", 5), MENU_START);
}
