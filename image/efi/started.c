// SPDX-License-Identifier: GPL-2.0-only
/*
 * started - empty, so that it needs no room on a full volume that has a folder already.
 */
#include "started.h"

#include "files.h"
#include "note.h"
#include "words.h"

#include <lib/string.h>

#define FOLDER "results"
#define PATH   FOLDER "/started"

/* Some words end the run without a reset: who starts such a machine again does so on purpose. */
static bool comes_back(const char *cmdline)
{
	const char *end = words_last(cmdline, "end=");

	return !*words_last(cmdline, "exit=") && !string_starts(end, "end=halt") &&
	       !string_starts(end, "end=poweroff");
}

EFI_STATUS started_mark(const char *cmdline)
{
	EFI_STATUS status;

	if (!comes_back(cmdline))
		return EFI_SUCCESS;
	status = file_make_folder(FOLDER);
	if (!status)
		status = file_create(PATH, "", 0);
	return status == EFI_ALREADY_STARTED ? EFI_SUCCESS : status;
}

void started_forget(void)
{
	file_remove(PATH);
}

bool started_is_lost(void)
{
	struct file_data file;

	if (files_writing() || file_read(PATH, 0, &file))
		return false;
	file_free(&file);
	file_remove(PATH);
	note_say("a run was started and left no result: memory did not survive the reset, or the\n"
		 "machine was switched off; nothing starts by itself now\n");
	return true;
}
