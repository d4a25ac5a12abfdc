// SPDX-License-Identifier: GPL-2.0-only
/*
 * firmware - look-ups that need no more than the system table. The casts take a const away that
 * UEFI's prototypes do not know.
 */
#include "firmware.h"

#include <lib/string.h>

struct firmware firmware;

void *firmware_interface(EFI_HANDLE handle, const EFI_GUID *guid)
{
	void *found = NULL;

	if (!handle || firmware.boot->HandleProtocol(handle, (EFI_GUID *)guid, &found))
		return NULL;
	return found;
}

void *firmware_locate(const EFI_GUID *guid)
{
	void *found = NULL;

	return firmware.boot->LocateProtocol((EFI_GUID *)guid, NULL, &found) ? NULL : found;
}

u64 firmware_config_table(const EFI_GUID *guid)
{
	const EFI_SYSTEM_TABLE *table = firmware.table;

	for (UINTN i = 0; i < table->NumberOfTableEntries; i++) {
		if (!memcmp(&table->ConfigurationTable[i].VendorGuid, guid, sizeof(*guid)))
			return (u64)(uintptr_t)table->ConfigurationTable[i].VendorTable;
	}
	return 0;
}

const char *firmware_status_text(EFI_STATUS status)
{
	static const struct {
		EFI_STATUS status;
		const char *text;
	} texts[] = {
		{ EFI_SUCCESS, "no error" },
		{ EFI_NOT_FOUND, "it is not there" },
		{ EFI_VOLUME_FULL, "the volume is full" },
		{ EFI_WRITE_PROTECTED, "the volume is write-protected" },
		{ EFI_VOLUME_CORRUPTED, "the file system is damaged" },
		{ EFI_NO_MEDIA, "the stick was pulled" },
		{ EFI_MEDIA_CHANGED, "the stick was pulled or changed" },
		{ EFI_DEVICE_ERROR, "the device reports an error" },
		{ EFI_ACCESS_DENIED, "access is denied" },
		{ EFI_OUT_OF_RESOURCES, "there is not enough memory" },
		{ EFI_BUFFER_TOO_SMALL, "it is too large" },
		{ EFI_END_OF_FILE, "it ends too early" },
		{ EFI_CRC_ERROR, "what was read back is not what was written" },
		{ EFI_UNSUPPORTED, "there is no volume that the firmware can use" },
		{ EFI_TIMEOUT, "there was no answer in time" },
		{ EFI_TFTP_ERROR, "the server refuses" },
		{ EFI_ALREADY_STARTED, "there is one of that name" },
	};

	for (u32 i = 0; i < ARRAY_SIZE(texts); i++) {
		if (texts[i].status == status)
			return texts[i].text;
	}
	return "the firmware refuses";
}
