/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * download - a file by URL through iPXE, where a network boot was its doing.
 */
#ifndef EFI_DOWNLOAD_H
#define EFI_DOWNLOAD_H

#include "files.h"

/* As file_read(). EFI_UNSUPPORTED: there is no iPXE. */
EFI_STATUS download(const char *url, u64 bytes_max, struct file_data *out);

#endif
