// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_efi_main - the loader's course with a firmware that is made up here: its watchdog is off
 * before anything can take long. Includes the real file; what it calls is below, as far as
 * test_leave.c has not got it.
 */
#include "test.h"

/* test_menu.c has these already, as it needs them. */
#define menu_init	 main_menu_init
#define menu_run	 main_menu_run
#define console_has_keys main_console_has_keys
#define console_key	 main_console_key
#define console_say	 main_console_say

#include "../../image/efi/main.c"

static u32 nr_disarmed; /* calls that switch the watchdog off */
static u32 nr_waits;	/* for somebody or something */

static EFI_STATUS fake_watchdog(UINTN seconds, UINT64 code, UINTN bytes, CHAR16 *text)
{
	CHECK_EQ(seconds, 0);
	CHECK_EQ(code, 0);
	CHECK_EQ(bytes, 0);
	CHECK(!text);
	nr_disarmed++;
	return EFI_SUCCESS;
}

static void wait_somewhere(void)
{
	CHECK_EQ(nr_disarmed, 1);
	nr_waits++;
}

void *firmware_interface(EFI_HANDLE handle, const EFI_GUID *guid)
{
	(void)handle;
	(void)guid;
	return NULL;
}

const char *firmware_status_text(EFI_STATUS status)
{
	(void)status;
	return "";
}

void results_scan(void)
{
	wait_somewhere();
}

enum results_outcome results_save(void)
{
	wait_somewhere();
	return RESULTS_NONE;
}

EFI_STATUS file_read(const char *path, u64 bytes_max, struct file_data *out)
{
	(void)path;
	(void)bytes_max;
	(void)out;
	wait_somewhere();
	return EFI_NOT_FOUND;
}

enum menu_action menu_run(struct menu *menu)
{
	(void)menu;
	wait_somewhere();
	return MENU_LEAVE;
}

void boot_take_low(void)
{
}

void boot_start(const struct boot_choice *choice)
{
	(void)choice;
}

bool console_has_keys(void)
{
	return true;
}

u32 console_key(u32 seconds)
{
	(void)seconds;
	return 0;
}

void console_say(const char *format, ...)
{
	(void)format;
}

void files_open(void)
{
}

EFI_STATUS files_writing(void)
{
	return EFI_SUCCESS;
}

void file_free(struct file_data *data)
{
	(void)data;
}

void menu_init(struct menu *menu, const struct conf *conf)
{
	(void)menu;
	(void)conf;
}

void note_say(const char *format, ...)
{
	(void)format;
}

void note_keep(void)
{
}

void note_forget(void)
{
}

void results_last_show(void)
{
}

const char *results_saved_summary(void)
{
	return "";
}

void started_forget(void)
{
}

bool started_is_lost(void)
{
	return false;
}

TEST(efi_main_switches_the_watchdog_off_first)
{
	static EFI_BOOT_SERVICES boot = { .SetWatchdogTimer = fake_watchdog };
	static EFI_SYSTEM_TABLE table = { .BootServices = &boot };

	nr_disarmed = nr_waits = 0;
	CHECK_EQ(efi_main(NULL, &table), EFI_ABORTED);
	CHECK_EQ(nr_disarmed, 1);
	CHECK_EQ(nr_waits, 4);
}
