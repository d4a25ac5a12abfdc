// SPDX-License-Identifier: GPL-2.0-only
/*
 * results_last - the .txt with the latest time; among equals, as on a machine without a clock, the
 * one that stands last in the folder.
 */
#include "results_last.h"

#include "console.h"
#include "files.h"
#include "memory.h"

#include <lib/fmt.h>
#include <lib/string.h>

#define SHOWN_MAX (16u << 10)

static bool is_summary(const char *name)
{
	size_t n = strlen(name);

	return n > 4 && (!strcmp(name + n - 4, ".txt") || !strcmp(name + n - 4, ".TXT"));
}

static void take_newer(const struct file_entry *entry, void *data)
{
	struct file_entry *newest = data;

	if (is_summary(entry->name) && entry->time >= newest->time)
		*newest = *entry;
}

static void show(const char *name)
{
	struct file_data file;
	EFI_STATUS status;
	char path[80];

	fmt_text(path, sizeof(path), "results/%s", name);
	status = file_read(path, SHOWN_MAX, &file);
	if (status) {
		console_say("cannot read %s: %s\n", path, firmware_status_text(status));
		return;
	}
	console_say("%s\n\n", path);
	console_write(memory_at(file.at));
	file_free(&file);
}

void results_last_show(void)
{
	struct file_entry newest = { 0 };
	EFI_STATUS status = file_list("results", take_newer, &newest);

	console_clear();
	if (newest.name[0])
		show(newest.name);
	else if (status && status != EFI_NOT_FOUND)
		console_say("cannot read results: %s\n", firmware_status_text(status));
	else
		console_say("there is no result on this volume\n");
	console_say("\nany key: back to the menu\n");
	console_key(CONSOLE_FOREVER);
}
