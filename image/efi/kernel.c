// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel - the file is read whole, checked (elf.h) and copied by the firmware's own CopyMem() and
 * SetMem(), which are the fast ones of their CPU.
 *
 * Nothing is checked of who made it: under Secure Boot the loader is signed and what it loads is
 * not. Whoever can write the volume decides what runs.
 */
#include "kernel.h"

#include "arch.h"
#include "files.h"
#include "memory.h"
#include "note.h"
#include "place.h"

#include <lib/fmt.h>
#include <lib/random.h>

#define FILE_BYTES_MAX (64ull << 20)
#define TRIES	       32

/* UEFI 2.10, 37.2; the headers lack it. */
#define MEMORY_ATTRIBUTE_GUID                                          \
	{                                                              \
		0xf4560cf6, 0x40ec, 0x4b4a,                            \
		{                                                      \
			0xa1, 0x92, 0xbf, 0x1d, 0x57, 0xd0, 0xb1, 0x89 \
		}                                                      \
	}

struct memory_attribute {
	EFI_STATUS(EFIAPI *get)(struct memory_attribute *, u64 at, u64 bytes, u64 *attributes);
	EFI_STATUS(EFIAPI *set)(struct memory_attribute *, u64 at, u64 bytes, u64 attributes);
	EFI_STATUS(EFIAPI *clear)(struct memory_attribute *, u64 at, u64 bytes, u64 attributes);
};

/*
 * Firmware with strict attributes gives memory that cannot be run. False: it stays so. Some refuses
 * to change what needs no change.
 */
static bool let_run(u64 at, u64 bytes)
{
	static const EFI_GUID guid = MEMORY_ATTRIBUTE_GUID;
	struct memory_attribute *attribute = firmware_locate(&guid);
	u64 now;

	bytes = align_up(bytes, MEMORY_PAGE_BYTES);
	if (!attribute || !attribute->clear(attribute, at, bytes, EFI_MEMORY_XP))
		return true;
	return !attribute->get(attribute, at, bytes, &now) && !(now & EFI_MEMORY_XP);
}

/* Somewhere free, by lot. The firmware may have taken a place since: then the next draw. */
static u64 take_random(u64 bytes, u64 *seed)
{
	static struct ranges unused;
	u64 nr;

	memory_ranges(&unused, MEMORY_UNUSED);
	nr = place_count(&unused, bytes, arch.top);
	for (u32 i = 0; nr && i < TRIES; i++) {
		u64 at = place_at(&unused, bytes, arch.top, (random_next(seed) >> 16) % nr);

		if (memory_take_at(at, bytes, EfiLoaderCode))
			return at;
	}
	return 0;
}

static void copy(const struct elf *elf, const u8 *file, u8 *to)
{
	firmware.boot->SetMem(to, elf->bytes, 0);
	for (u32 i = 0; i < elf->nr; i++) {
		const struct elf_segment *s = &elf->segment[i];

		firmware.boot->CopyMem(to + s->at, (void *)(file + s->file_at), s->file_bytes);
	}
}

static bool load_file(struct kernel *kernel, const char *path, const struct file_data *file,
		      u64 *seed)
{
	const char *wrong;
	struct elf elf;

	wrong = elf_open(&elf, memory_at(file->at), file->bytes, arch.machine);
	if (wrong) {
		note_say("cannot start %s: %s\n", path, wrong);
		return false;
	}
	kernel->bytes = elf.bytes;
	kernel->phys = take_random(elf.bytes, seed);
	if (!kernel->phys) {
		note_say("cannot start %s: no free memory of %llu KiB\n", path,
			 (unsigned long long)elf.bytes >> 10);
		return false;
	}
	kernel->entry = kernel->phys + elf.entry;
	copy(&elf, memory_at(file->at), memory_at(kernel->phys));
	arch_clean(memory_at(kernel->phys), kernel->bytes);
	if (let_run(kernel->phys, kernel->bytes))
		return true;
	note_say("cannot start %s: the firmware lets no loaded code run\n", path);
	memory_give(kernel->phys, kernel->bytes);
	return false;
}

bool kernel_load(struct kernel *kernel, enum conf_image image, u64 *seed)
{
	struct file_data file;
	char path[64];
	EFI_STATUS status;
	bool loaded;

	fmt_text(path, sizeof(path), "barestock/%s/%s.elf", arch.name, conf_image_name(image));
	status = file_read(path, FILE_BYTES_MAX, &file);
	if (status) {
		note_say("cannot read %s: %s\n", path, firmware_status_text(status));
		return false;
	}
	loaded = load_file(kernel, path, &file, seed);
	file_free(&file);
	return loaded;
}

void kernel_unload(const struct kernel *kernel)
{
	memory_give(kernel->phys, kernel->bytes);
}
