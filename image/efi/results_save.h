/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results_save - finds logs that outlived a reset and makes files of them.
 *
 * Invariant: an area is cleared only after its three files have been written and read back; until
 * then it stays where it is, to be found again by the next start. An old file is never touched.
 */
#ifndef EFI_RESULTS_SAVE_H
#define EFI_RESULTS_SAVE_H

#include <lib/types.h>

/* Look through memory and keep what is found from being allocated. Before anything is taken. */
void results_scan(void);

enum results_outcome {
	RESULTS_NONE,  /* there were none */
	RESULTS_SAVED, /* all that there were */
	RESULTS_STAY,  /* some could not be saved; a note says why */
};

/* Write them to the volume. What happened is said and, at best, shown (results_last()). */
enum results_outcome results_save(void);

/* The summary that was saved last, or "". */
const char *results_saved_summary(void);

#endif
