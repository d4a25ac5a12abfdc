/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * files - the volume that the loader came from: whole files into memory, new files out of it.
 *
 * A volume without a file system that the firmware can read, as after a network boot, is read over
 * the network and cannot be written. Paths are plain text with slashes, without one in front.
 */
#ifndef EFI_FILES_H
#define EFI_FILES_H

#include "firmware.h"

struct file_data {
	u64 at; /* memory_take_low()'s, a 0 behind the last byte */
	u64 bytes;
	u64 room_bytes;
};

/* Look for the volume. What is wrong shows with the first file. */
void files_open(void);

/* EFI_UNSUPPORTED: it is read over the network, or not at all. Success promises nothing. */
EFI_STATUS files_writing(void);

/* The whole of @path. EFI_BUFFER_TOO_SMALL: it is larger than @bytes_max. */
EFI_STATUS file_read(const char *path, u64 bytes_max, struct file_data *out);

/*
 * For who reads one: memory for its bytes and the 0 behind them. EFI_BUFFER_TOO_SMALL: they are
 * more than @bytes_max. file_read() frees it if reading fails, and sets the 0.
 */
EFI_STATUS file_take(struct file_data *data, u64 bytes_max);

/* Nothing to free is fine. */
void file_free(struct file_data *data);

/*
 * A new file; written, flushed, closed, opened again and compared. EFI_ALREADY_STARTED: there is
 * one of that name, which is left alone. A file that did not come about whole is removed where the
 * volume allows.
 */
EFI_STATUS file_create(const char *path, const void *bytes, u64 n);

/*
 * EFI_CRC_ERROR or EFI_BUFFER_TOO_SMALL: there is something else in the file. EFI_END_OF_FILE: the
 * file holds no more than their beginning.
 */
EFI_STATUS file_compare(const char *path, const void *bytes, u64 n);

/* For what file_create() has made. */
void file_remove(const char *path);

/* A folder that may exist already. */
EFI_STATUS file_make_folder(const char *path);

struct file_entry {
	char name[64]; /* cut; what is no plain text is ? */
	u64 time;      /* grows with the time of the last change */
};

/* Every file in a folder, one call each, until the first that cannot be read. */
EFI_STATUS file_list(const char *folder, void (*each)(const struct file_entry *entry, void *data),
		     void *data);

#endif
