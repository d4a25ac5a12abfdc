// SPDX-License-Identifier: GPL-2.0-only
/*
 * menu - drawing and keys. The countdown is the last line, and the only one that is drawn alone.
 */
#include "menu.h"

#include "arch.h"
#include "console.h"
#include "edit.h"
#include "note.h"
#include "words.h"

static void cmdline_make(struct menu *menu)
{
	const struct conf_preset *p = &menu->conf->preset[menu->marked];

	words_join(menu->cmdline, sizeof(menu->cmdline), menu->conf->common, p->words);
	menu->is_edited = false;
}

void menu_init(struct menu *menu, const struct conf *conf)
{
	menu->conf = conf;
	menu->timeout = conf->timeout;
	menu->marked = conf->chosen;
	cmdline_make(menu);
}

/* Where a line of text that is too wide goes on below. */
static u32 rows_of(const char *s)
{
	u32 rows = 0, column = 0;

	for (; *s; s++) {
		if (*s == '\n' || ++column == 80) {
			rows++;
			column = 0;
		}
	}
	return rows;
}

static void draw_presets(const struct menu *menu)
{
	for (u32 i = 0; i < menu->conf->nr_presets; i++) {
		const struct conf_preset *p = &menu->conf->preset[i];

		console_say("%c %c %-12s %.60s\n", i == menu->marked ? '>' : ' ',
			    i < 9 ? (int)('1' + i) : ' ', p->name, p->help);
	}
}

static void draw(const struct menu *menu)
{
	console_clear();
	console_say("barestock, %s\n\n%s%s", arch.name, note_text(), *note_text() ? "\n" : "");
	draw_presets(menu);
	console_say("\nsays to the kernel: %s%s\n", menu->cmdline,
		    menu->is_edited ? " (edited)" : "");
	console_write(
		"\nEnter starts what is marked; arrows or digits mark; e edits its words for this\n"
		"boot; l shows the last result; r resets; x leaves to the firmware.\n");
}

static u32 countdown_row(const struct menu *menu)
{
	return 2 + rows_of(note_text()) + !!*note_text() + menu->conf->nr_presets + 1 +
	       rows_of(menu->cmdline) + 1 + 3 + 1;
}

static void draw_countdown(const struct menu *menu)
{
	console_row(countdown_row(menu));
	console_say("starting %s in %d s; any key stops this  ",
		    menu->conf->preset[menu->marked].name, menu->timeout);
}

/* The next key. CONSOLE_NONE: the countdown has come to its end, or no key will ever come. */
static u32 next_key(struct menu *menu)
{
	u32 key;

	if (menu->timeout == CONF_WAIT_FOREVER)
		return console_key(CONSOLE_FOREVER);
	for (; menu->timeout > 0; menu->timeout--) {
		draw_countdown(menu);
		key = console_key(1);
		if (key) {
			menu->timeout = CONF_WAIT_FOREVER;
			return key;
		}
	}
	return CONSOLE_NONE;
}

static void mark(struct menu *menu, u32 which)
{
	if (which >= menu->conf->nr_presets || which == menu->marked)
		return;
	menu->marked = which;
	cmdline_make(menu);
}

static void edit(struct menu *menu)
{
	console_write("\nwords for the kernel; Enter keeps them, Escape does not:\n");
	if (edit_line(menu->cmdline, sizeof(menu->cmdline)))
		menu->is_edited = true;
}

/* True: *@action is to be done. */
static bool obey(struct menu *menu, u32 key, enum menu_action *action)
{
	switch (key) {
	case CONSOLE_NONE:
		*action = menu->timeout ? MENU_LEAVE : MENU_START;
		return true;
	case CONSOLE_ENTER:
	case '\n':
		*action = MENU_START;
		return true;
	case 'l':
		*action = MENU_LAST_RESULT;
		return true;
	case 'r':
		*action = MENU_RESET;
		return true;
	case 'x':
		*action = MENU_LEAVE;
		return true;
	case CONSOLE_UP:
		mark(menu, menu->marked - 1);
		return false;
	case CONSOLE_DOWN:
		mark(menu, menu->marked + 1);
		return false;
	case 'e':
		edit(menu);
		return false;
	default:
		if (key >= '1' && key <= '9')
			mark(menu, key - '1');
		return false;
	}
}

enum menu_action menu_run(struct menu *menu)
{
	enum menu_action action = MENU_START;
	u32 key;

	if (!console_has_keys())
		return menu->timeout == CONF_WAIT_FOREVER ? MENU_LEAVE : MENU_START;
	if (!menu->timeout) {
		/* Start at once, unless somebody was quick enough. */
		if (!console_key(0))
			return action;
		menu->timeout = CONF_WAIT_FOREVER;
	}
	do {
		draw(menu);
		key = next_key(menu);
	} while (!obey(menu, key, &action));
	console_write("\n");
	return action;
}
