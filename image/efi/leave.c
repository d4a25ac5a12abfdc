// SPDX-License-Identifier: GPL-2.0-only
/*
 * leave - ExitBootServices() wants the key of the newest map, and its own notifications may make
 * that one old: some machines need three tries, so eight. The buffer is allocated once, twice as
 * large as the map and 16 entries more; between the map and the exit nothing else is called.
 *
 * After the first call drivers may be gone, so there is no way back to a menu. With a log a reset
 * leads back, and the next start finds a silent kernel. Without one it would only do the same
 * again: then the console is tried, which may be gone as well, and the machine stops.
 */
#include "leave.h"

#include "arch.h"
#include "console.h"
#include "memory.h"

#define TRIES	 8
#define HEADROOM 16

static u64 room_bytes;

bool leave_prepare(struct handover *h)
{
	UINTN bytes = 0, key, stride = 0;
	UINT32 version;

	firmware.boot->GetMemoryMap(&bytes, NULL, &key, &stride, &version);
	room_bytes = 2 * bytes + HEADROOM * stride;
	h->map_phys = bytes ? memory_take(room_bytes, arch.top) : 0;
	return h->map_phys;
}

void leave_cancel(struct handover *h)
{
	memory_give(h->map_phys, room_bytes);
	h->map_phys = 0;
}

static EFI_STATUS map_read(struct handover *h, UINTN *key)
{
	UINTN bytes = room_bytes, stride;
	UINT32 version;
	EFI_STATUS status =
		firmware.boot->GetMemoryMap(&bytes, memory_at(h->map_phys), key, &stride, &version);

	h->map_bytes = bytes;
	h->map_entry_bytes = (u32)stride;
	h->map_entry_version = version;
	return status;
}

bool leave_firmware(struct handover *h)
{
	UINTN key;

	if (map_read(h, &key))
		return false;
	for (u32 i = 0; i < TRIES; i++) {
		if (!firmware.boot->ExitBootServices(firmware.image, key))
			return true;
		if (map_read(h, &key))
			break;
	}
	/* A runtime service, which outlives the others. */
	if (h->results_phys)
		firmware.table->RuntimeServices->ResetSystem(EfiResetWarm, EFI_ABORTED, 0, NULL);
	console_write("cannot start: the firmware does not let go; stopped\n");
	for (;;)
		arch_counter();
}
