// SPDX-License-Identifier: GPL-2.0-only
/*
 * screen - EFI_GRAPHICS_OUTPUT_PROTOCOL (UEFI 2.10, 12.9). With several of them the one that the
 * text console draws on is what the person looks at; the console's own handle often carries the
 * protocol too.
 */
#include "screen.h"

#include "firmware.h"

#include <lib/screen_mode.h>

static const EFI_GUID graphics_guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID;

/* A mask of consecutive bits; any other leaves the field empty. */
static struct pixel_field field_of(u32 mask)
{
	struct pixel_field f = { 0 };

	if (!mask)
		return f;
	f.shift = (u8)__builtin_ctz(mask);
	for (mask >>= f.shift; mask & 1; mask >>= 1)
		f.bits++;
	if (mask)
		f.bits = 0;
	return f;
}

/* Bytes that a pixel takes: up to its highest bit that means anything, reserved ones included. */
static u32 mask_bytes(const EFI_PIXEL_BITMASK *m)
{
	u32 all = m->RedMask | m->GreenMask | m->BlueMask | m->ReservedMask;

	return all ? (32u - (u32)__builtin_clz(all) + 7) / 8 : 0;
}

static bool format_read(const EFI_GRAPHICS_OUTPUT_MODE_INFORMATION *info, struct screen_mode *out)
{
	EFI_PIXEL_BITMASK mask = { 0xff, 0xff00, 0xff0000, 0xff000000 };

	switch (info->PixelFormat) {
	case PixelRedGreenBlueReserved8BitPerColor:
		break;
	case PixelBlueGreenRedReserved8BitPerColor:
		mask.RedMask = 0xff0000;
		mask.BlueMask = 0xff;
		break;
	case PixelBitMask:
		mask = info->PixelInformation;
		break;
	default:
		return false;
	}
	out->red = field_of(mask.RedMask);
	out->green = field_of(mask.GreenMask);
	out->blue = field_of(mask.BlueMask);
	out->pixel_bytes = mask_bytes(&mask);
	return out->pixel_bytes >= 2 && out->red.bits && out->green.bits && out->blue.bits;
}

static bool mode_read(const EFI_GRAPHICS_OUTPUT_PROTOCOL *graphics, struct screen_mode *out)
{
	const EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE *mode = graphics ? graphics->Mode : NULL;

	*out = (struct screen_mode){ 0 };
	if (!mode || !mode->Info || !mode->FrameBufferBase || !format_read(mode->Info, out))
		return false;
	out->width = mode->Info->HorizontalResolution;
	out->height = mode->Info->VerticalResolution;
	out->pitch_bytes = mode->Info->PixelsPerScanLine * out->pixel_bytes;
	out->phys = mode->FrameBufferBase;
	/* Some firmware leaves the size out, some gives too little; the lines are what is drawn. */
	out->bytes = (u64)out->pitch_bytes * out->height;
	/* What the kernel would refuse must not hide another screen. */
	return !screen_mode_refusal(out);
}

static bool any_mode_read(struct screen_mode *out)
{
	EFI_HANDLE *handles;
	UINTN nr;
	bool found = false;

	if (firmware.boot->LocateHandleBuffer(ByProtocol, (EFI_GUID *)&graphics_guid, NULL, &nr,
					      &handles))
		return false;
	for (UINTN i = 0; i < nr && !found; i++)
		found = mode_read(firmware_interface(handles[i], &graphics_guid), out);
	firmware.boot->FreePool(handles);
	return found;
}

void screen_find(struct screen_mode *out)
{
	EFI_HANDLE console = firmware.table->ConsoleOutHandle;

	if (mode_read(firmware_interface(console, &graphics_guid), out) || any_mode_read(out))
		return;
	*out = (struct screen_mode){ 0 };
}
