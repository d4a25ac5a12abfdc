// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_mapping - the whole tree of page tables: every leaf is one that arch_pte_leaf() makes for
 * one of the protections, of which none is writable and executable; only text is executable;
 * nothing leads to the image but the image itself.
 *
 * The entries are compared, not decoded, so this file knows no architecture. What the CPU makes of
 * them is asked by arch_read_word_safe() here, and by the faults (fault.c) for writing and
 * executing.
 */
#include <core/mapping.h>

#include <arch/boot_info.h>
#include <arch/services.h>
#include <arch/trap.h>
#include <core/page_alloc.h>
#include <core/stack.h>
#include <lib/errno.h>
#include <test/test.h>

#define LEVEL_ROOT 3u
#define ENTRIES	   512u

extern char __image_start[], __image_end[], __text_start[], __text_end[], __rodata_start[],
	__rodata_end[];

static const char constant[] = "read-only";
static u64 variable;

static bool pte_is(u64 pte, u32 level, enum map_prot prot)
{
	return pte == arch_pte_leaf(arch_pte_phys(pte), prot, level);
}

static bool pte_is_any(u64 pte, u32 level)
{
	return pte_is(pte, level, MAP_READ) || pte_is(pte, level, MAP_READ_WRITE) ||
	       pte_is(pte, level, MAP_READ_EXEC) || pte_is(pte, level, MAP_DEVICE) ||
	       pte_is(pte, level, MAP_SCREEN);
}

static u64 image_end_phys(void)
{
	return boot_info.image_phys + (u64)(__image_end - __image_start);
}

static bool overlaps_image(u64 phys, u64 bytes)
{
	return phys < image_end_phys() && phys + bytes > boot_info.image_phys;
}

/* The first tables lie in the image, which the physical map leaves out. */
static const u64 *table_view(u64 phys)
{
	if (overlaps_image(phys, PAGE_SIZE))
		return (const u64 *)(__image_start + (phys - boot_info.image_phys));
	return phys_to_virt(phys);
}

/* The unused upper bits of an address repeat the highest one of the 48 that are used. */
static u64 virt_canonical(u64 virt)
{
	return (u64)((s64)(virt << 16) >> 16);
}

struct walk {
	u64 leaves;
	u64 text_leaves;
	u64 image_bytes; /* mapped at all */
};

static void walk_leaf(struct walk *walk, u64 virt, u64 pte, u32 level)
{
	u64 bytes = PAGE_SIZE << (9 * level);
	bool in_text = virt >= (u64)__text_start && virt + bytes <= (u64)__text_end;
	bool in_image = virt >= (u64)__image_start && virt + bytes <= (u64)__image_end;

	walk->leaves++;
	EXPECT(pte_is_any(pte, level));
	EXPECT_EQ(pte_is(pte, level, MAP_READ_EXEC), in_text);
	if (in_text)
		walk->text_leaves++;
	if (in_image)
		walk->image_bytes += bytes;
	EXPECT_EQ(overlaps_image(arch_pte_phys(pte), bytes), in_image);
}

/*
 * @virt without its repeated upper bits: arm64 has a root for the upper half alone, whose entries
 * count the same way.
 */
static void walk_table(struct walk *walk, const u64 *table, u64 virt, u32 level)
{
	for (u32 i = 0; i < ENTRIES; i++) {
		u64 entry = READ_ONCE(table[i]);
		u64 at = virt + ((u64)i << (PAGE_SHIFT + 9 * level));

		if (!entry)
			continue;
		if (level && arch_pte_is_table(entry, level))
			walk_table(walk, table_view(arch_pte_phys(entry)), at, level - 1);
		else
			walk_leaf(walk, at, entry, level);
	}
}

/*
 * Every root entry's addresses, in the half of the address space that the kernel's places are in.
 */
static void walk_root(struct walk *walk)
{
	const u64 *root = arch_kernel_root();
	bool upper_half_only = !(PHYS_MAP_BASE >> 47 & 1);

	for (u32 i = 0; i < ENTRIES; i++) {
		u64 virt = (u64)i << 39;

		if (!root[i])
			continue;
		EXPECT(arch_pte_is_table(root[i], LEVEL_ROOT));
		virt = upper_half_only ? 0xffffull << 48 | virt : virt_canonical(virt);
		walk_table(walk, table_view(arch_pte_phys(root[i])), virt, LEVEL_ROOT - 1);
	}
}

TEST(mapping, no_leaf_is_writable_and_executable)
{
	struct walk walk = { 0 };

	if (arch_pte_leaf(0, MAP_READ, 0) == arch_pte_leaf(0, MAP_READ_EXEC, 0)) {
		SKIP("this CPU has no execute protection");
		return;
	}
	walk_root(&walk);
	EXPECT(walk.leaves > walk.text_leaves && walk.text_leaves);
	EXPECT_EQ(walk.image_bytes, align_up((u64)__image_end, PAGE_SIZE) - (u64)__image_start);
}

static void expect_prot(const void *virt, enum map_prot prot)
{
	u64 pte = 0;
	u32 level = 0;

	EXPECT(mapping_lookup(virt, &pte, &level));
	EXPECT(pte_is(pte, level, prot));
}

TEST(mapping, image)
{
	u64 on_stack;

	for (char *at = __text_start; at < __text_end; at += PAGE_SIZE)
		expect_prot(at, MAP_READ_EXEC);
	for (char *at = __rodata_start; at < __rodata_end; at += PAGE_SIZE)
		expect_prot(at, MAP_READ);
	for (char *at = __rodata_end; at < __image_end; at += PAGE_SIZE)
		expect_prot(at, MAP_READ_WRITE);
	expect_prot((const void *)pte_is, MAP_READ_EXEC);
	expect_prot(constant, MAP_READ);
	expect_prot(&variable, MAP_READ_WRITE);
	expect_prot(&on_stack, MAP_READ_WRITE);
}

TEST(mapping, physical_map_has_no_alias_of_the_image)
{
	u64 pte, word;
	u32 level;

	for (u64 phys = boot_info.image_phys; phys < image_end_phys(); phys += PAGE_SIZE)
		EXPECT(!mapping_lookup(phys_to_virt(phys), &pte, &level));
	EXPECT_EQ(arch_read_word_safe(phys_to_virt(boot_info.image_phys), &word), (u64)-EFAULT);
}

/*
 * The guard of the stack that this runs on, and what the tables and the CPU say of it, page by
 * page.
 */
TEST(mapping, guard_pages)
{
	unsigned long lo, hi, here = (unsigned long)__builtin_frame_address(0);
	u64 pte, word;
	u32 level;

	EXPECT(stack_bounds(here, &lo, &hi));
	for (unsigned long at = lo - STACK_BYTES; at < lo; at += PAGE_SIZE) {
		EXPECT(!mapping_lookup((void *)at, &pte, &level));
		EXPECT_EQ(arch_read_word_safe((void *)at, &word), (u64)-EFAULT);
		EXPECT_EQ(arch_read_word_safe((void *)(at + PAGE_SIZE - 8), &word), (u64)-EFAULT);
	}
	for (unsigned long at = lo; at < hi; at += PAGE_SIZE)
		EXPECT_EQ(arch_read_word_safe((void *)at, &word), 0);
}

TEST(mapping, read_word_safe)
{
	u64 word = 1;

	variable = 0x0123456789abcdef;
	EXPECT_EQ(arch_read_word_safe(&variable, &word), 0);
	EXPECT_EQ(word, variable);
	EXPECT_EQ(arch_read_word_safe(NULL, &word), (u64)-EFAULT);
	EXPECT_EQ(arch_read_word_safe((void *)8, &word), (u64)-EFAULT);
	EXPECT_EQ(arch_read_word_safe((void *)(DEVICE_AREA_BASE + (1ul << 30)), &word),
		  (u64)-EFAULT);
	EXPECT_EQ(arch_read_word_safe((void *)align_up((u64)__image_end, PAGE_SIZE), &word),
		  (u64)-EFAULT);
	/* Not canonical: a different fault on some machines, the same answer. */
	EXPECT_EQ(arch_read_word_safe((void *)0x5555000000000000, &word), (u64)-EFAULT);
}

/*
 * What is mapped stays as it is, and the image gets no second place; absurd ranges get none at all.
 */
TEST(mapping, memory_of_nobody)
{
	u64 phys = page_alloc_zeroed(0);

	EXPECT(phys && mapping_add_memory(phys, PAGE_SIZE) == phys_to_virt(phys));
	EXPECT(mapping_add_memory(phys + 8, 16) == (char *)phys_to_virt(phys) + 8);
	page_free(phys, 0);
	EXPECT(!mapping_add_memory(boot_info.image_phys, PAGE_SIZE));
	EXPECT(!mapping_add_memory(boot_info.image_phys - PAGE_SIZE, 2 * PAGE_SIZE));
	EXPECT(!mapping_add_memory(image_end_phys() - 1, PAGE_SIZE));
	EXPECT(!mapping_add_memory(phys, 0));
	EXPECT(!mapping_add_memory(~0ull - PAGE_SIZE, PAGE_SIZE + 2));
	EXPECT(!mapping_add_memory(arch_mmu_phys_limit() - PAGE_SIZE, 2 * PAGE_SIZE));
}

TEST(mapping, devices_that_cannot_be)
{
	EXPECT(!mapping_add_device(0xfd000000, 0, MAP_SCREEN));
	EXPECT(!mapping_add_device(~0ull, 2, MAP_SCREEN));
	EXPECT(!mapping_add_device(arch_mmu_phys_limit(), PAGE_SIZE, MAP_SCREEN));
	EXPECT(!mapping_add_device(0, (1ull << 30) + 1, MAP_SCREEN));
	EXPECT(!mapping_add_device(0, 1ull << 30, MAP_SCREEN)); /* some of the area is in use */
}
