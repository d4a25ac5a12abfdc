/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * firmware - what the loader was given by UEFI, and the words that its files share.
 *
 * Everything here runs on the boot CPU at TPL_APPLICATION with boot services alive, except for
 * leave.c after its first ExitBootServices(). Functions return EFI_STATUS where the firmware
 * decides; 0 is success. No function of gnu-efi's library is used, only its headers.
 */
#ifndef EFI_FIRMWARE_H
#define EFI_FIRMWARE_H

#include <efi.h>

#include <lib/types.h>

struct firmware {
	EFI_HANDLE image;
	EFI_HANDLE device; /* that the image came from */
	EFI_SYSTEM_TABLE *table;
	EFI_BOOT_SERVICES *boot;
};

extern struct firmware firmware;

/* The interface @guid of @handle, or NULL. */
void *firmware_interface(EFI_HANDLE handle, const EFI_GUID *guid);

/* The first interface @guid of any handle, or NULL. */
void *firmware_locate(const EFI_GUID *guid);

/* The address in the configuration table @guid, or 0. */
u64 firmware_config_table(const EFI_GUID *guid);

/* What a status means, for a person: "the volume is full". Never NULL. */
const char *firmware_status_text(EFI_STATUS status);

#endif
