/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * menu - what a person sees and chooses. Made for a console of 80 columns and 25 rows, a serial one
 * too: the whole is drawn again after each key, nothing depends on colours.
 */
#ifndef EFI_MENU_H
#define EFI_MENU_H

#include "conf.h"

#include <lib/handover.h>

enum menu_action {
	MENU_START,
	MENU_LAST_RESULT,
	MENU_RESET,
	MENU_LEAVE, /* back to the firmware */
};

struct menu {
	const struct conf *conf;
	s32 timeout; /* seconds left, CONF_WAIT_FOREVER once a key was pressed */
	u32 marked;  /* a preset of conf */
	char cmdline[HANDOVER_CMDLINE_BYTES]; /* of the marked preset, as edited */
	bool is_edited;
};

void menu_init(struct menu *menu, const struct conf *conf);

/*
 * Until something is to be done. Without keys the marked preset is started at once, or, where only
 * a person may start one (CONF_WAIT_FOREVER), the loader is left.
 */
enum menu_action menu_run(struct menu *menu);

#endif
