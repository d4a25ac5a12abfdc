// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64 - the shim's handover and memory map, as firmware might give them: entries longer than the
 * standard's, unsorted, empty, overlapping, one that no address space holds.
 *
 * Runs with the MMU off at the address that QEMU has put it, so it is built to run anywhere; what
 * it writes is aligned. The tree's own RAM is what the map is about.
 */
#include "arm64.h"

#include "arm64_tree.h"

#include <lib/fdt_boot.h>
#include <lib/handover.h>
#include <lib/string.h>

#define ENTRY_BYTES  56u
#define ENTRIES_MAX  600
#define MANY	     400u
#define BLOCK_1G     (1ull << 30)
#define BLOCK_2M     (2ull << 20)
#define FDT_BYTES    (2u << 20)
#define PTE_MEMORY   0x701ull /* valid, inner shareable, accessed */
#define PTE_DEVICE   0x405ull
#define IMAGE_BYTES  16		   /* where the Image header has them */
#define NOWHERE	     0x3f000000ull /* virt has nothing there */
#define KERNEL_BELOW (8ull << 20)
#define PSCI_CPU_ON  0xc4000003u

enum { RESERVED = 0, LOADER_DATA = 2, BOOT_DATA = 4, RUNTIME_DATA = 6, FREE = 7 };

/* What shim_main() answers; arm64.S knows the offsets. */
struct shim_entry {
	u64 what;
	u64 kernel;
	u64 handover;
};

struct shim {
	struct fdt fdt;
	struct fdt tree; /* what is handed over */
	struct fdt_boot_chosen chosen;
	struct fdt_range ram;
	u64 kernel;
	u64 map_bytes;
};

extern const char shim_kernel[], shim_kernel_end[];
extern u64 shim_table[512];
u64 shim_table[512] __aligned(4096);

static u8 map_entries[ENTRIES_MAX * ENTRY_BYTES] __aligned(8);
static struct handover handover;
static struct shim_entry entry;

extern const char shim_pen[], shim_pen_word[], shim_pen_end[];

struct shim_entry *shim_main(const void *fdt);
s32 shim_psci(u32 function, u64 a1, u64 a2, u64 a3, bool by_hvc);

static void map_add(struct shim *s, u32 type, u64 base, u64 bytes)
{
	u64 *e = (u64 *)(map_entries + s->map_bytes);

	e[0] = type;
	e[1] = base;
	e[3] = bytes >> 12;
	s->map_bytes += ENTRY_BYTES;
}

/* Every other page is the firmware's, so that nothing merges. */
static void map_add_many(struct shim *s, u64 base)
{
	for (u32 i = 0; i < MANY; i++)
		map_add(s, i & 1 ? RUNTIME_DATA : BOOT_DATA, base + i * 4096ull, 4096);
}

static bool is_asked(u32 bit)
{
	return entry.what >> bit & 1;
}

static u64 middle_of(const struct shim *s)
{
	return s->ram.base + s->ram.size / 8 * 7;
}

static u64 pen_of(const struct shim *s)
{
	return middle_of(s) + MANY * 4096;
}

/* RAM in three parts, the last first; the second one begins with what may be many. */
static void map_make(struct shim *s)
{
	u64 end = s->ram.base + s->ram.size, middle = middle_of(s);

	map_add(s, LOADER_DATA, s->kernel, end - s->kernel);
	map_add(s, FREE, 0x123000, 0);
	map_add(s, RESERVED, 0x09000000, 4096);
	map_add(s, FREE, 0x7ffff000, ~0ull);
	map_add(s, RUNTIME_DATA, pen_of(s), 0x10000);
	map_add(s, FREE, middle + MANY * 4096, s->kernel - middle - MANY * 4096);
	if (is_asked(SHIM_MAP_BIT))
		map_add_many(s, middle);
	map_add(s, BOOT_DATA, s->ram.base, s->ram.size / 8 * 7);
}

static void tables_make(void)
{
	for (u32 i = 0; i < 512; i++)
		shim_table[i] = i * BLOCK_1G | (i ? PTE_MEMORY : PTE_DEVICE);
}

static u64 what_is(const char *words)
{
	static const char names[][8] = { "mmu",	 "e2h",	 "cntfrq", "crc", "map",  "rsdp",
					 "tree", "far",	 "nopsci", "hvc", "spin", "pen",
					 "el1",	 "dist", "size",   "torn" };
	u64 what = 0;

	for (; *words && *words != ' '; words++)
		for (u32 bit = 0; bit < ARRAY_SIZE(names); bit++)
			if (string_starts(words, names[bit]))
				what |= 1u << bit;
	return what;
}

/* All words but `shim=`, which is not for the kernel. */
static void take_words(const char *words)
{
	char *to = handover.cmdline, *end = to + sizeof(handover.cmdline) - 1;

	while (*words && to != end) {
		if (string_starts(words, "shim=")) {
			entry.what = what_is(words + 5);
			while (*words && *words != ' ')
				words++;
		} else {
			do
				*to++ = *words;
			while (*words++ != ' ' && *words && to != end);
		}
	}
	*to = 0;
}

static void kernel_place(struct shim *s)
{
	u64 bytes = *(const u64 *)(shim_kernel + IMAGE_BYTES);

	s->kernel = align_down(s->ram.base + s->ram.size - KERNEL_BELOW - bytes, BLOCK_2M);
	memcpy((void *)s->kernel, shim_kernel, (size_t)(shim_kernel_end - shim_kernel));
}

/* Where its word is; filled if that is asked for. The boot CPU has id 0. */
static u64 pen_fill(const struct shim *s)
{
	u64 pen = pen_of(s), to_el1 = is_asked(SHIM_EL1_BIT);
	struct fdt_node cursor = { 0 };
	struct fdt_boot_psci psci;
	struct fdt_boot_cpu cpu;

	memcpy((void *)pen, shim_pen, (size_t)(shim_pen_end - shim_pen));
	if (is_asked(SHIM_PEN_BIT) && fdt_boot_psci(&s->fdt, &psci))
		while (fdt_boot_next_cpu(&s->fdt, &cursor, &cpu))
			if (cpu.id)
				shim_psci(PSCI_CPU_ON, cpu.id, pen, to_el1,
					  psci.conduit == FDT_CONDUIT_HVC);
	return pen + (u64)(shim_pen_word - shim_pen);
}

struct shim_entry *shim_main(const void *fdt)
{
	struct shim s = { .map_bytes = 0 };
	u64 pen_phys;

	if (fdt_open(&s.fdt, fdt, FDT_BYTES) || !fdt_boot_memory(&s.fdt, &s.ram, 1))
		return &entry;
	fdt_boot_chosen(&s.fdt, &s.chosen);
	take_words(s.chosen.bootargs);
	tables_make();
	kernel_place(&s);
	map_make(&s);
	handover.kernel_phys = s.kernel;
	handover.map_phys = (u64)map_entries;
	handover.map_bytes = s.map_bytes;
	handover.map_entry_bytes = is_asked(SHIM_SIZE_BIT) ? 8 : ENTRY_BYTES;
	handover.map_entry_version = 1;
	pen_phys = pen_fill(&s);
	fdt_open(&s.tree, shim_tree(&s.fdt, entry.what, pen_phys), FDT_BYTES);
	handover.fdt_phys = (u64)s.tree.blob;
	handover.fdt_bytes = s.tree.size;
	if (is_asked(SHIM_RSDP_BIT))
		handover.rsdp_phys = NOWHERE;
	if (is_asked(SHIM_TREE_BIT))
		handover.fdt_phys = NOWHERE;
	handover.seed = 4711;
	handover_finish(&handover);
	handover.crc ^= is_asked(SHIM_CRC_BIT);
	entry.kernel = s.kernel;
	entry.handover = is_asked(SHIM_TORN_BIT) ? (u64)s.tree.blob : (u64)&handover;
	return &entry;
}
