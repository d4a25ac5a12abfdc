// SPDX-License-Identifier: GPL-2.0-only
/*
 * files - EFI_SIMPLE_FILE_SYSTEM_PROTOCOL of the device that the image came from.
 *
 * Memory that files are read into and written from lies below 4 GiB where there is any: some
 * firmware's disk drivers know no other, and give the high half of an address away silently. Reads
 * and writes go in pieces of 1 MiB: few enough to be quick, small enough for USB drivers that fail
 * on large ones.
 */
#include "files.h"

#include "memory.h"
#include "net.h"

#include <lib/string.h>

#define PIECE_BYTES (1ull << 20)
#define PATH_MAX    128
#define ENTRIES_MAX 65536 /* of a FAT folder; a damaged one may go round in a circle */
#define INFO_BYTES  (sizeof(EFI_FILE_INFO) + 512)

static EFI_FILE_HANDLE root;
static EFI_STATUS writing;

/* The file system would tell as well, but some count the free space of a large volume for it. */
static bool is_read_only(void)
{
	static const EFI_GUID guid = EFI_BLOCK_IO_PROTOCOL_GUID;
	const EFI_BLOCK_IO *disk = firmware_interface(firmware.device, &guid);

	return disk && disk->Media->ReadOnly;
}

void files_open(void)
{
	static const EFI_GUID guid = SIMPLE_FILE_SYSTEM_PROTOCOL;
	EFI_FILE_IO_INTERFACE *volume = firmware_interface(firmware.device, &guid);

	/* A network loader may show a file system too, with nothing but what it has loaded. */
	net_open();
	if (net_is_open() || !volume || volume->OpenVolume(volume, &root))
		root = NULL;
	if (!root)
		writing = EFI_UNSUPPORTED;
	else if (is_read_only())
		writing = EFI_WRITE_PROTECTED;
}

EFI_STATUS files_writing(void)
{
	return writing;
}

static EFI_STATUS open(const char *path, u64 mode, u64 attributes, EFI_FILE_HANDLE *out)
{
	CHAR16 wide[PATH_MAX];
	u32 n = 0;

	if (!root)
		return EFI_UNSUPPORTED;
	for (; path[n] && n < PATH_MAX - 1; n++)
		wide[n] = path[n] == '/' ? '\\' : (CHAR16)path[n];
	wide[n] = 0;
	return root->Open(root, out, wide, mode, attributes);
}

static EFI_STATUS size_of(EFI_FILE_HANDLE file, u64 *bytes)
{
	static EFI_GUID guid = EFI_FILE_INFO_ID;
	static union {
		EFI_FILE_INFO info;
		u8 bytes[INFO_BYTES];
	} buffer;
	UINTN n = sizeof(buffer);
	EFI_STATUS status = file->GetInfo(file, &guid, &n, &buffer);

	if (!status && buffer.info.Attribute & EFI_FILE_DIRECTORY)
		status = EFI_NOT_FOUND;
	*bytes = buffer.info.FileSize;
	return status;
}

static EFI_STATUS read_pieces(EFI_FILE_HANDLE file, u8 *to, u64 bytes)
{
	while (bytes) {
		UINTN n = min_u64(bytes, PIECE_BYTES);
		EFI_STATUS status = file->Read(file, &n, to);

		if (status)
			return status;
		if (!n)
			return EFI_END_OF_FILE;
		to += n;
		bytes -= n;
	}
	return EFI_SUCCESS;
}

EFI_STATUS file_take(struct file_data *data, u64 bytes_max)
{
	if (data->bytes > bytes_max)
		return EFI_BUFFER_TOO_SMALL;
	data->room_bytes = data->bytes + 1;
	data->at = memory_take_low(data->room_bytes);
	return data->at ? EFI_SUCCESS : EFI_OUT_OF_RESOURCES;
}

static EFI_STATUS read_whole(EFI_FILE_HANDLE file, u64 bytes_max, struct file_data *out)
{
	EFI_STATUS status = size_of(file, &out->bytes);

	if (!status)
		status = file_take(out, bytes_max);
	return status ? status : read_pieces(file, memory_at(out->at), out->bytes);
}

static EFI_STATUS read_volume(const char *path, u64 bytes_max, struct file_data *out)
{
	EFI_FILE_HANDLE file;
	EFI_STATUS status = open(path, EFI_FILE_MODE_READ, 0, &file);

	if (status)
		return status;
	status = read_whole(file, bytes_max, out);
	file->Close(file);
	return status;
}

EFI_STATUS file_read(const char *path, u64 bytes_max, struct file_data *out)
{
	EFI_STATUS status;

	*out = (struct file_data){ 0 };
	status = net_is_open() ? net_read(path, bytes_max, out) : read_volume(path, bytes_max, out);
	if (status)
		file_free(out);
	else
		((u8 *)memory_at(out->at))[out->bytes] = 0;
	return status;
}

void file_free(struct file_data *data)
{
	memory_give(data->at, data->room_bytes);
	*data = (struct file_data){ 0 };
}

static EFI_STATUS write_pieces(EFI_FILE_HANDLE file, const u8 *from, u64 bytes, void *piece)
{
	while (bytes) {
		UINTN n = min_u64(bytes, PIECE_BYTES);
		EFI_STATUS status;

		firmware.boot->CopyMem(piece, (void *)from, n);
		status = file->Write(file, &n, piece);
		if (status)
			return status;
		if (!n)
			return EFI_VOLUME_FULL;
		from += n;
		bytes -= n;
	}
	return file->Flush(file);
}

static EFI_STATUS write_whole(EFI_FILE_HANDLE file, const void *bytes, u64 n)
{
	u64 piece = memory_take_low(PIECE_BYTES);
	EFI_STATUS status;

	if (!piece)
		return EFI_OUT_OF_RESOURCES;
	status = write_pieces(file, bytes, n, memory_at(piece));
	memory_give(piece, PIECE_BYTES);
	return status;
}

EFI_STATUS file_compare(const char *path, const void *bytes, u64 n)
{
	struct file_data back;
	EFI_STATUS status = file_read(path, n, &back);

	/* Nothing is known of what such a file holds. */
	if (status)
		return status == EFI_END_OF_FILE ? EFI_CRC_ERROR : status;
	if (memcmp(memory_at(back.at), bytes, back.bytes))
		status = EFI_CRC_ERROR;
	else if (back.bytes < n)
		status = EFI_END_OF_FILE;
	file_free(&back);
	return status;
}

void file_remove(const char *path)
{
	EFI_FILE_HANDLE file;

	if (!open(path, EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE, 0, &file))
		file->Delete(file);
}

EFI_STATUS file_create(const char *path, const void *bytes, u64 n)
{
	u64 mode = EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE;
	EFI_FILE_HANDLE file;
	EFI_STATUS status, closed;

	/* Opening to create opens what is there as well. */
	status = open(path, EFI_FILE_MODE_READ, 0, &file);
	if (!status) {
		file->Close(file);
		return EFI_ALREADY_STARTED;
	}
	if (status == EFI_NOT_FOUND)
		status = open(path, mode | EFI_FILE_MODE_CREATE, 0, &file);
	if (status)
		return status;
	status = write_whole(file, bytes, n);
	closed = file->Close(file);
	if (!status)
		status = closed ? closed : file_compare(path, bytes, n);
	if (status)
		file_remove(path);
	return status;
}

EFI_STATUS file_make_folder(const char *path)
{
	u64 mode = EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE | EFI_FILE_MODE_CREATE;
	EFI_FILE_HANDLE folder;
	EFI_STATUS status = open(path, EFI_FILE_MODE_READ, 0, &folder);

	if (status == EFI_NOT_FOUND)
		status = open(path, mode, EFI_FILE_DIRECTORY, &folder);
	if (!status)
		folder->Close(folder);
	return status;
}

static u64 time_of(const EFI_TIME *t)
{
	u64 days = ((u64)t->Year * 16 + t->Month) * 32 + t->Day;

	return ((days * 32 + t->Hour) * 64 + t->Minute) * 64 + t->Second;
}

/* An empty name: there are no more. */
static EFI_STATUS entry_read(EFI_FILE_HANDLE folder, struct file_entry *out, bool *is_file)
{
	static union {
		EFI_FILE_INFO info;
		u8 bytes[INFO_BYTES];
	} buffer;
	UINTN n = sizeof(buffer);
	EFI_STATUS status = folder->Read(folder, &n, &buffer);
	u32 i = 0;

	out->name[0] = '\0';
	if (status || !n)
		return status;
	for (; buffer.info.FileName[i] && i < sizeof(out->name) - 1; i++) {
		CHAR16 c = buffer.info.FileName[i];

		out->name[i] = c > ' ' && c <= '~' ? (char)c : '?';
	}
	out->name[i] = '\0';
	out->time = time_of(&buffer.info.ModificationTime);
	*is_file = !(buffer.info.Attribute & EFI_FILE_DIRECTORY);
	return EFI_SUCCESS;
}

EFI_STATUS file_list(const char *folder, void (*each)(const struct file_entry *entry, void *data),
		     void *data)
{
	struct file_entry entry;
	EFI_FILE_HANDLE handle;
	EFI_STATUS status = open(folder, EFI_FILE_MODE_READ, 0, &handle);
	bool is_file;

	if (status)
		return status;
	for (u32 i = 0; i < ENTRIES_MAX; i++) {
		status = entry_read(handle, &entry, &is_file);
		if (status || !entry.name[0])
			break;
		if (is_file)
			each(&entry, data);
	}
	handle->Close(handle);
	return status;
}
