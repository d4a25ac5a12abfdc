// SPDX-License-Identifier: GPL-2.0-only
/*
 * multiboot2 - one walk over the tags; each kind that matters has a small reader of its own.
 *
 * tag_next() alone steps, by the size of each tag rounded up to 8, within the size of the whole; a
 * size below that of a header, or beyond the end, ends it. Fields are read byte by byte, so nothing
 * hangs on their alignment.
 */
#include <lib/multiboot2.h>

#include <lib/bytes.h>

enum {
	INFO_HEADER_BYTES = 8,
	TAG_HEADER_BYTES = 8,
	TAG_ALIGN = 8,

	TAG_END = 0,
	TAG_CMDLINE = 1,
	TAG_MAP = 6,
	TAG_SCREEN = 8,
	TAG_RSDP_OLD = 14,
	TAG_RSDP_NEW = 15,
	TAG_EFI_MAP = 17,

	MAP_HEADER_BYTES = 16,
	MAP_ENTRY_BYTES = 24,
	MAP_TYPE_RAM = 1,

	SCREEN_BYTES = 38,
	SCREEN_TYPE_COLOURS = 1,
	PIXEL_BITS_MAX = 32,

	RSDP_BYTES_MIN = 20,
};

struct tag {
	const u8 *at;
	u32 type;
	u32 bytes;
};

static bool tag_next(const u8 *info, u32 total, u32 *cursor, struct tag *out)
{
	u32 left = total - *cursor, bytes;

	if (left < TAG_HEADER_BYTES)
		return false;
	bytes = bytes_le32(info + *cursor + 4);
	if (bytes < TAG_HEADER_BYTES || bytes > left)
		return false;
	*out = (struct tag){ info + *cursor, bytes_le32(info + *cursor), bytes };
	*cursor += (u32)min_u64(align_up(bytes, TAG_ALIGN), left);
	return true;
}

static void take_bytes(const struct tag *tag, u32 header, struct multiboot2_part *part)
{
	if (part->at || tag->bytes <= header)
		return;
	part->at = tag->at + header;
	part->bytes = tag->bytes - header;
}

/* The size of an entry comes first, then its version. */
static void take_table(const struct tag *tag, u32 entry_bytes_min, struct multiboot2_part *part)
{
	u32 entry_bytes;

	if (tag->bytes <= MAP_HEADER_BYTES)
		return;
	entry_bytes = bytes_le32(tag->at + 8);
	if (part->at || entry_bytes < entry_bytes_min)
		return;
	take_bytes(tag, MAP_HEADER_BYTES, part);
	part->entry_bytes = entry_bytes;
}

static void take_rsdp(const struct tag *tag, bool is_new, struct multiboot2 *out)
{
	if (tag->bytes < TAG_HEADER_BYTES + RSDP_BYTES_MIN)
		return;
	if (is_new)
		out->rsdp.at = NULL;
	take_bytes(tag, TAG_HEADER_BYTES, &out->rsdp);
}

static struct pixel_field pixel_field(const u8 *p)
{
	return (struct pixel_field){ .shift = p[0], .bits = p[1] };
}

static void take_screen(const struct tag *tag, struct screen_mode *out)
{
	const u8 *p = tag->at;
	struct screen_mode s;

	if (out->bytes || tag->bytes < SCREEN_BYTES || p[29] != SCREEN_TYPE_COLOURS ||
	    p[28] > PIXEL_BITS_MAX)
		return;
	s = (struct screen_mode){
		.phys = bytes_le64(p + 8),
		.pitch_bytes = bytes_le32(p + 16),
		.width = bytes_le32(p + 20),
		.height = bytes_le32(p + 24),
		.pixel_bytes = (p[28] + 7u) / 8,
		.red = pixel_field(p + 32),
		.green = pixel_field(p + 34),
		.blue = pixel_field(p + 36),
	};
	s.bytes = (u64)s.pitch_bytes * s.height;
	if (!screen_mode_refusal(&s))
		*out = s;
}

static void take(const struct tag *tag, struct multiboot2 *out)
{
	switch (tag->type) {
	case TAG_CMDLINE:
		take_bytes(tag, TAG_HEADER_BYTES, &out->cmdline);
		break;
	case TAG_MAP:
		take_table(tag, MAP_ENTRY_BYTES, &out->map);
		break;
	case TAG_SCREEN:
		take_screen(tag, &out->screen);
		break;
	case TAG_RSDP_OLD:
	case TAG_RSDP_NEW:
		take_rsdp(tag, tag->type == TAG_RSDP_NEW, out);
		break;
	case TAG_EFI_MAP:
		take_table(tag, 1, &out->efi_map);
		break;
	default:
		break;
	}
}

bool multiboot2_read(const void *info, u64 readable, struct multiboot2 *out)
{
	u32 cursor = INFO_HEADER_BYTES;
	struct tag tag;

	*out = (struct multiboot2){ 0 };
	if (!info || (uintptr_t)info % TAG_ALIGN || readable < INFO_HEADER_BYTES)
		return false;
	out->bytes = bytes_le32(info);
	if (out->bytes < INFO_HEADER_BYTES + TAG_HEADER_BYTES || out->bytes > readable ||
	    out->bytes > MULTIBOOT2_BYTES_MAX)
		return false;
	while (tag_next(info, out->bytes, &cursor, &tag)) {
		if (tag.type == TAG_END) {
			out->is_whole = true;
			break;
		}
		take(&tag, out);
	}
	return true;
}

bool multiboot2_map_next(const struct multiboot2 *mb, u32 *cursor, struct multiboot2_range *out)
{
	const struct multiboot2_part *map = &mb->map;
	const u8 *p = map->at + *cursor;

	if (!map->at || map->bytes - *cursor < map->entry_bytes)
		return false;
	*cursor += map->entry_bytes;
	out->base = bytes_le64(p);
	out->bytes = bytes_le64(p + 8);
	out->is_ram = bytes_le32(p + 16) == MAP_TYPE_RAM;
	return true;
}
