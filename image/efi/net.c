// SPDX-License-Identifier: GPL-2.0-only
/*
 * net - EFI_PXE_BASE_CODE_PROTOCOL, Mtftp() (UEFI 2.10, 24.3). The server's address and the boot
 * file's path stand in the packet that the firmware kept.
 */
#include "net.h"

void net_open(void)
{
}

bool net_is_open(void)
{
	return false;
}

EFI_STATUS net_read(const char *path, u64 bytes_max, struct file_data *out)
{
	(void)path;
	(void)bytes_max;
	(void)out;
	return EFI_UNSUPPORTED;
}
