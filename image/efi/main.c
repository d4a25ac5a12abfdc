// SPDX-License-Identifier: GPL-2.0-only
/*
 * main - the loader's own course: a result that outlived a reset comes first, then the menu, then a
 * kernel, and the menu again if that did not come about.
 *
 * After a result nothing starts by itself: a stick that was left in a machine would measure for
 * ever and fill up, and a run would overwrite what could not be saved. The machine stays as it is,
 * the summary on its screen; a lab cuts its power when it has read "saved". Only a firmware that
 * has no input at all, which most claim to have, is told to switch off.
 */
#include "boot.h"
#include "console.h"
#include "files.h"
#include "memory.h"
#include "menu.h"
#include "note.h"
#include "results_last.h"
#include "results_save.h"
#include "started.h"

#define CONF_PATH "barestock.conf"

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table);

static void firmware_open(EFI_HANDLE image, EFI_SYSTEM_TABLE *table)
{
	static const EFI_GUID guid = LOADED_IMAGE_PROTOCOL;
	const EFI_LOADED_IMAGE *loaded;

	firmware.image = image;
	firmware.table = table;
	firmware.boot = table->BootServices;
	/* Otherwise the machine is reset after five minutes in the menu. */
	firmware.boot->SetWatchdogTimer(0, 0, 0, NULL);
	loaded = firmware_interface(image, &guid);
	firmware.device = loaded ? loaded->DeviceHandle : NULL;
}

/* False: there is a file, and it cannot be followed. */
static bool conf_load(struct conf *conf)
{
	struct conf_error error;
	struct file_data file;
	EFI_STATUS status = file_read(CONF_PATH, CONF_BYTES_MAX, &file);

	if (status) {
		note_say("cannot read " CONF_PATH ": %s; using built-in presets\n",
			 firmware_status_text(status));
		conf_defaults(conf);
		return status == EFI_NOT_FOUND;
	}
	/* The file stays in memory: the presets are strings in it. */
	if (conf_parse(conf, memory_at(file.at), file.bytes, &error))
		return true;
	note_say(CONF_PATH ", line %u: \"%s\" %s; using built-in presets\n", error.line, error.word,
		 error.what);
	file_free(&file);
	return false;
}

static void reset(EFI_RESET_TYPE type)
{
	firmware.table->RuntimeServices->ResetSystem(type, EFI_SUCCESS, 0, NULL);
}

/* What was saved, until a key is pressed. False: nobody can, so the loader is to be left. */
static bool show_saved(void)
{
	console_say("\n");
	console_write(results_saved_summary());
	console_say("\nany key: to the menu\n");
	if (console_key(CONSOLE_FOREVER))
		return true;
	if (!console_has_keys())
		reset(EfiResetShutdown);
	return false;
}

static void start(struct menu *menu)
{
	const struct conf_preset *p = &menu->conf->preset[menu->marked];
	struct boot_choice choice = { .preset = p->name,
				      .cmdline = menu->cmdline,
				      .image = p->image };

	note_forget();
	boot_start(&choice);
	menu->timeout = CONF_WAIT_FOREVER;
}

/* Returns when the loader is to be left. */
static void choose(struct menu *menu)
{
	for (;;) {
		switch (menu_run(menu)) {
		case MENU_START:
			start(menu);
			if (!console_has_keys())
				return;
			break;
		case MENU_LAST_RESULT:
			results_last_show();
			break;
		case MENU_RESET:
			/* The kind that keeps memory, and a result that is not saved. */
			reset(EfiResetWarm);
			break;
		case MENU_LEAVE:
			return;
		}
	}
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table)
{
	static struct conf conf;
	static struct menu menu;
	enum results_outcome outcome;
	bool is_lost, is_understood;

	firmware_open(image, table);
	results_scan();
	boot_take_low();
	files_open();
	outcome = results_save();
	if (outcome == RESULTS_SAVED)
		started_forget();
	is_lost = outcome == RESULTS_NONE && started_is_lost();
	if (files_writing())
		note_say("results will not be written: %s\n",
			 firmware_status_text(files_writing()));
	is_understood = conf_load(&conf);
	/* All this holds for whatever is started. */
	note_keep();
	menu_init(&menu, &conf);
	if (outcome != RESULTS_NONE || is_lost || !is_understood)
		menu.timeout = CONF_WAIT_FOREVER;
	if (outcome != RESULTS_SAVED || show_saved())
		choose(&menu);
	return EFI_ABORTED;
}
