// SPDX-License-Identifier: GPL-2.0-only
/*
 * print-only - the least that a UEFI program can do: one line. How long it takes until that line is
 * what any loader costs in this firmware; tests/boot/loader-speed compares ours with it.
 */
#include <efi.h>

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table);

/* An absolute address: firmware wants relocations. */
static CHAR16 line[] = L"print-only is here\r\n";
static CHAR16 *const volatile line_at = line;

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table)
{
	(void)image;
	table->ConOut->OutputString(table->ConOut, line_at);
	return EFI_SUCCESS;
}
