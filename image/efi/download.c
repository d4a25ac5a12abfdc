// SPDX-License-Identifier: GPL-2.0-only
/*
 * download - iPXE's download protocol: a transfer is started, polled until it has called back with
 * its end, and abandoned when nothing new has come for a while. The size is not known before, so a
 * file gets the room that is the most it may have, and gives back nothing until it is freed.
 */
#include "download.h"

#include "memory.h"

#define GUID                                                           \
	{                                                              \
		0x3eaeaebd, 0xdecf, 0x493b,                            \
		{                                                      \
			0x9b, 0xd1, 0xcd, 0xb2, 0xde, 0xca, 0xe7, 0x19 \
		}                                                      \
	}
#define ROOM_MAX      (16ull << 20)
#define SILENCE_100NS (20ull * 10000000)

struct transfer {
	struct file_data *file;
	EFI_EVENT silence;
	EFI_STATUS status;
	bool is_over;
};

struct download_protocol {
	EFI_STATUS(EFIAPI *start)
	(struct download_protocol *, const char *url,
	 EFI_STATUS(EFIAPI *data)(void *context, const void *from, UINTN bytes, UINTN at),
	 void(EFIAPI *end)(void *context, EFI_STATUS status), void *context, void **handle);
	EFI_STATUS(EFIAPI *abort)(struct download_protocol *, void *handle, EFI_STATUS status);
	EFI_STATUS(EFIAPI *poll)(struct download_protocol *);
};

static EFI_STATUS silence_restart(struct transfer *t)
{
	return firmware.boot->SetTimer(t->silence, TimerRelative, SILENCE_100NS);
}

static EFI_STATUS EFIAPI take_data(void *context, const void *from, UINTN bytes, UINTN at)
{
	struct transfer *t = context;
	u64 room = t->file->room_bytes - 1;

	if (at > room || bytes > room - at)
		return EFI_BUFFER_TOO_SMALL;
	firmware.boot->CopyMem((u8 *)memory_at(t->file->at) + at, (void *)from, bytes);
	/* The same again and again is silence, too. */
	if (at + bytes <= t->file->bytes)
		return EFI_SUCCESS;
	t->file->bytes = at + bytes;
	return silence_restart(t);
}

static void EFIAPI take_end(void *context, EFI_STATUS status)
{
	struct transfer *t = context;

	t->status = status;
	t->is_over = true;
}

static EFI_STATUS transfer_run(struct download_protocol *protocol, const char *url,
			       struct transfer *t)
{
	EFI_STATUS status;
	void *handle;

	if (silence_restart(t))
		return EFI_TIMEOUT;
	status = protocol->start(protocol, url, take_data, take_end, t, &handle);
	if (status)
		return status;
	while (!t->is_over) {
		protocol->poll(protocol);
		if (firmware.boot->CheckEvent(t->silence) || t->is_over)
			continue;
		protocol->abort(protocol, handle, EFI_TIMEOUT);
		return EFI_TIMEOUT;
	}
	return t->status;
}

EFI_STATUS download(const char *url, u64 bytes_max, struct file_data *out)
{
	static const EFI_GUID guid = GUID;
	struct download_protocol *protocol = firmware_locate(&guid);
	struct transfer t = { .file = out };
	EFI_STATUS status;

	if (!protocol)
		return EFI_UNSUPPORTED;
	out->bytes = min_u64(bytes_max, ROOM_MAX);
	status = file_take(out, bytes_max);
	out->bytes = 0;
	if (status)
		return status;
	if (firmware.boot->CreateEvent(EVT_TIMER, TPL_APPLICATION, NULL, NULL, &t.silence))
		return EFI_OUT_OF_RESOURCES;
	status = transfer_run(protocol, url, &t);
	firmware.boot->CloseEvent(t.silence);
	return status;
}
