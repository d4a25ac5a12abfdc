// SPDX-License-Identifier: GPL-2.0-only
/*
 * fwcfg_acpi - TEST ONLY, for `acpi=fwcfg`: the ACPI tables that QEMU keeps ready for firmware, put
 * into memory here, since -kernel brings a device tree but no firmware. With it the ACPI half of
 * this folder runs on the machine that the device tree half is tested on; without that word on the
 * command line nothing here is executed.
 *
 * QEMU gives files through a selector and a data register, and a script (etc/table-loader) of
 * 128-byte commands: place a file, add a file's address to a pointer in another, sum up a checksum
 * (docs/specs/fw_cfg, hw/acpi/bios-linker-loader). Every offset of the script is checked against
 * the file that it names; anything odd ends in "no tables".
 */
#include "platform.h"

#include <arch/mmu.h>
#include <arch/services.h>
#include <asm/mmio.h>
#include <lib/bytes.h>
#include <lib/string.h>

#define FWCFG_BYTES	 0x18u
#define FWCFG_DATA	 0x0
#define FWCFG_SELECTOR	 0x8
#define FWCFG_DIRECTORY	 0x19
#define DIRECTORY_MAX	 256u
#define DIRECTORY_ENTRY	 64u
#define NAME_BYTES	 56u
#define COMMAND_BYTES	 128u
#define COMMAND_ALLOCATE 1u
#define COMMAND_POINTER	 2u
#define COMMAND_CHECKSUM 3u

#define FILES_MAX 8

struct loaded_file {
	char name[NAME_BYTES];
	u64 phys;
	u8 *data;
	u32 bytes;
};

static struct loaded_file files[FILES_MAX];
static u32 nr_files;
static void *fwcfg;

/* Memory that boot_main.c has set aside; taken from its start. */
static u64 area_phys, area_end;

static void file_select(u16 key)
{
	mmio_write16(fwcfg, FWCFG_SELECTOR, __builtin_bswap16(key));
}

/* The data register gives the next eight bytes in the order of memory. */
static void file_read(u8 *to, u32 bytes)
{
	for (; bytes >= 8; bytes -= 8, to += 8) {
		u64 v = mmio_read64(fwcfg, FWCFG_DATA);

		memcpy(to, &v, sizeof(v));
	}
	while (bytes--)
		*to++ = mmio_read8(fwcfg, FWCFG_DATA);
}

static bool directory_find(const char *name, u16 *key, u32 *bytes)
{
	u8 entry[DIRECTORY_ENTRY];
	u32 nr;

	file_select(FWCFG_DIRECTORY);
	file_read(entry, 4);
	nr = bytes_be32(entry);
	for (u32 i = 0; i < nr && i < DIRECTORY_MAX; i++) {
		file_read(entry, sizeof(entry));
		if (strncmp((const char *)entry + 8, name, NAME_BYTES))
			continue;
		*bytes = bytes_be32(entry);
		*key = (u16)(entry[4] << 8 | entry[5]);
		return true;
	}
	return false;
}

static struct loaded_file *file_loaded(const char *name)
{
	for (u32 i = 0; i < nr_files; i++)
		if (!strncmp(files[i].name, name, NAME_BYTES))
			return &files[i];
	return NULL;
}

static struct loaded_file *file_load(const char *name, u64 align)
{
	struct loaded_file *f = &files[nr_files];
	u64 phys;
	u16 key;

	if (align & (align - 1) || align > PAGE_SIZE)
		return NULL;
	phys = align_up(area_phys, align ? align : 1);
	if (nr_files == FILES_MAX || !directory_find(name, &key, &f->bytes) || phys > area_end ||
	    f->bytes > area_end - phys)
		return NULL;
	string_copy(f->name, name, NAME_BYTES);
	f->phys = phys;
	f->data = phys_to_virt(phys);
	file_select(key);
	file_read(f->data, f->bytes);
	area_phys = phys + f->bytes;
	nr_files++;
	return f;
}

static bool file_has(const struct loaded_file *f, u32 offset, u32 bytes)
{
	return f && offset <= f->bytes && bytes <= f->bytes - offset;
}

/* dest file, source file, offset of the pointer in the first, its size */
static bool command_pointer(const u8 *c)
{
	struct loaded_file *dest = file_loaded((const char *)c);
	const struct loaded_file *src = file_loaded((const char *)c + NAME_BYTES);
	u32 offset = bytes_le32(c + 2 * NAME_BYTES), size = c[2 * NAME_BYTES + 4];
	u64 value = 0;

	if (!src || size > sizeof(value) || !file_has(dest, offset, size))
		return false;
	memcpy(&value, dest->data + offset, size);
	value += src->phys;
	memcpy(dest->data + offset, &value, size);
	return true;
}

/* file, offset of the sum, start and length of what it covers */
static bool command_checksum(const u8 *c)
{
	struct loaded_file *f = file_loaded((const char *)c);
	u32 at = bytes_le32(c + NAME_BYTES), start = bytes_le32(c + NAME_BYTES + 4);
	u32 bytes = bytes_le32(c + NAME_BYTES + 8);
	u8 sum = 0;

	if (!file_has(f, at, 1) || !file_has(f, start, bytes))
		return false;
	for (u32 i = 0; i < bytes; i++)
		sum = (u8)(sum + f->data[start + i]);
	f->data[at] = (u8)(f->data[at] - sum);
	return true;
}

static bool command_run(const u8 *c)
{
	const u8 *operands = c + 4;

	switch (bytes_le32(c)) {
	case COMMAND_ALLOCATE:
		return file_load((const char *)operands, bytes_le32(operands + NAME_BYTES));
	case COMMAND_POINTER:
		return command_pointer(operands);
	case COMMAND_CHECKSUM:
		return command_checksum(operands);
	default:
		return true; /* the others tell the emulator where things went */
	}
}

u64 fwcfg_acpi_load(u64 phys, u64 bytes)
{
	const struct loaded_file *script, *rsdp;
	u64 reg;

	area_phys = phys;
	area_end = phys + bytes;
	fwcfg = platform_fdt_fwcfg(&reg) ? arch_map_device(reg, FWCFG_BYTES) : NULL;
	script = fwcfg ? file_load("etc/table-loader", 8) : NULL;
	if (!script)
		return 0;
	for (u32 at = 0; at + COMMAND_BYTES <= script->bytes; at += COMMAND_BYTES)
		if (!command_run(script->data + at))
			return 0;
	rsdp = file_loaded("etc/acpi/rsdp");
	return rsdp ? rsdp->phys : 0;
}
