// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine - the configuration tables of the firmware. What is read here must lie in the firmware's
 * own map: an address that nothing answers at would end the loader. The rest is taken as it is and
 * checked by the kernel's readers, which are made for garbage. Only a device tree's size is needed
 * here, from its header.
 */
#include "machine.h"

#include "arch.h"
#include "memory.h"
#include "smbios.h"

#include <lib/bytes.h>

#define FDT_MAGIC     0xd00dfeedu
#define FDT_BYTES_MAX (64u << 20)
#define SMBIOS_ROOM   (256u << 10) /* a table is at most this long for us */

static u64 rsdp_find(void)
{
	static const EFI_GUID acpi_2 = ACPI_20_TABLE_GUID, acpi_1 = ACPI_TABLE_GUID;
	u64 found = firmware_config_table(&acpi_2);

	return found ? found : firmware_config_table(&acpi_1);
}

static void tree_find(struct handover *out)
{
	static const EFI_GUID guid = EFI_DTB_TABLE_GUID;
	u64 found = firmware_config_table(&guid);
	const u8 *header = memory_at(found);
	u64 room = found ? memory_bytes_at(found) : 0;

	if (room < 8 || bytes_be32(header) != FDT_MAGIC)
		return;
	if (bytes_be32(header + 4) > min_u64(room, FDT_BYTES_MAX))
		return;
	out->fdt_phys = found;
	out->fdt_bytes = bytes_be32(header + 4);
}

void machine_tables(struct handover *out)
{
	out->rsdp_phys = rsdp_find();
	tree_find(out);
}

static void product_find(char *out, size_t bytes, u64 entry)
{
	struct smbios_table table;
	u64 room = entry ? memory_bytes_at(entry) : 0;

	if (!smbios_entry(memory_at(entry), min_u64(room, 32), &table) || !table.phys)
		return;
	room = min_u64(memory_bytes_at(table.phys), SMBIOS_ROOM);
	smbios_product(memory_at(table.phys), min_u64(table.bytes, room), out, bytes);
}

const char *machine_product(void)
{
	static const EFI_GUID smbios_3 = SMBIOS3_TABLE_GUID, smbios_2 = SMBIOS_TABLE_GUID;
	static char name[MACHINE_NAME_BYTES];
	char product[64] = "";
	u64 entry = firmware_config_table(&smbios_3);

	if (!entry)
		entry = firmware_config_table(&smbios_2);
	product_find(product, sizeof(product), entry);
	machine_name(name, product, arch.name);
	return name;
}
