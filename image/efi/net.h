/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * net - files by TFTP from the server that a network boot came from, by the firmware's own PXE base
 * code. Read only.
 */
#ifndef EFI_NET_H
#define EFI_NET_H

#include "files.h"

/* Is the loader's device a network that has been configured? */
void net_open(void);
bool net_is_open(void);

/* As file_read(). Paths lie beside the loader's own. */
EFI_STATUS net_read(const char *path, u64 bytes_max, struct file_data *out);

#endif
