// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_acpi - the recorded ACPI tables, damaged, read by every function under the sanitizers.
 *
 * A checksum keeps nearly all damage away from what lies behind it, so three inputs in four get
 * right checksums again after the damage. Pieces are also moved, cut and given other signatures;
 * each mapping is a copy of exactly what was asked for.
 */
#include "aid_acpi.h"
#include "aid_mutate.h"
#include <lib/bytes.h>

enum { INPUTS = 45000 };

static const char *const files[] = { "q35-seabios.acpi",   "pc-seabios.acpi",
				     "microvm.acpi",	   "q35-ovmf.acpi",
				     "virt-v3-aavmf.acpi", "virt-v2-aavmf.acpi",
				     "virt-el2-aavmf.acpi" };

static bool is_rsdp(const struct piece *p)
{
	return p->bytes >= 20 && !memcmp(p->data, "RSD ", 4);
}

/* The length byte of some entry of a MADT, wherever the walk gets to. */
static void mutate_entry(struct piece *p)
{
	u32 at = 44, steps = mutate_below(12);

	if (p->bytes < 46)
		return;
	while (steps-- && at + 2 <= p->bytes && p->data[at + 1] &&
	       at + p->data[at + 1] + 2 <= p->bytes)
		at += p->data[at + 1];
	if (mutate_below(3))
		p->data[at + 1] = (u8)mutate_odd_number(p->bytes - at);
	else
		p->data[at] = (u8)mutate_below(20);
}

static void mutate_piece(struct memory *m, struct piece *p)
{
	static const char *const signatures[] = { "APIC", "FACP", "HPET", "GTDT", "SPCR", "XSDT" };

	switch (mutate_below(12)) {
	case 0:
		p->bytes = mutate_below(p->bytes + 1);
		break;
	case 1:
		if (p->bytes >= 8)
			put_le32(p->data + 4, mutate_odd_number(p->bytes));
		break;
	case 2:
		if (p->bytes >= 8)
			put_le32(p->data + 4, mutate_below(p->bytes + 1));
		break;
	case 3:
		if (p->bytes >= 4)
			memcpy(p->data, signatures[mutate_below(ARRAY_SIZE(signatures))], 4);
		break;
	case 4:
		p->phys = m->piece[mutate_below(m->nr)].phys;
		break;
	case 5:
	case 6:
	case 7:
		mutate_entry(p);
		break;
	default:
		mutate_bytes(p->data, p->bytes);
	}
}

static void make_sums_right(struct memory *m)
{
	u32 i, length;

	for (i = 0; i < m->nr; i++) {
		struct piece *p = &m->piece[i];

		if (is_rsdp(p)) {
			checksum_fix(p->data, 20, 8);
			if (p->bytes >= 36)
				checksum_fix(p->data, 36, 32);
			continue;
		}
		length = p->bytes >= ACPI_HEADER_BYTES ? bytes_le32(p->data + 4) : 0;
		if (length >= ACPI_HEADER_BYTES && length <= p->bytes)
			checksum_fix(p->data, length, 9);
	}
}

static struct memory *memory_copy(const struct memory *from)
{
	struct memory *m = memory_new();
	u32 i;

	for (i = 0; i < from->nr; i++)
		memory_add(m, from->piece[i].phys, from->piece[i].data, from->piece[i].bytes);
	return m;
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	u32 i, rounds, opened = 0;

	for (i = range.first; i - range.first < range.count; i++) {
		struct memory *m;

		mutate_begin(i);
		m = memory_copy(memory_recorded(files[mutate_below(ARRAY_SIZE(files))]));
		for (rounds = 1 + mutate_below(6); rounds; rounds--)
			mutate_piece(m, &m->piece[mutate_below(m->nr)]);
		if (mutate_below(4))
			make_sums_right(m);
		opened += acpi_walk_all(m) == 0;
		test_free_all();
	}
	printf("fuzz_acpi: %u damaged machines read, %u of them opened\n", range.count, opened);
	return 0;
}
