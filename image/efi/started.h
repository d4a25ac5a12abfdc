/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * started - an empty file results/started on the volume while a result is expected to come back
 * over a reset. Found by a start that finds no result, it says that memory did not survive: without
 * it such a machine would measure for ever and never keep anything.
 *
 * A volume that cannot have it can have no results either, so none are promised.
 */
#ifndef EFI_STARTED_H
#define EFI_STARTED_H

#include "firmware.h"

/* Before a kernel is entered; nothing is done if @cmdline tells it to end without a reset. */
EFI_STATUS started_mark(const char *cmdline);

/* The result came back, or the kernel was not entered. */
void started_forget(void);

/* True: a result should have come back; said, and forgotten. */
bool started_is_lost(void);

#endif
