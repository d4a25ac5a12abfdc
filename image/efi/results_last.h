/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results_last - the newest summary on the volume, for the menu.
 */
#ifndef EFI_RESULTS_LAST_H
#define EFI_RESULTS_LAST_H

/* On the console, until a key is pressed. */
void results_last_show(void);

#endif
