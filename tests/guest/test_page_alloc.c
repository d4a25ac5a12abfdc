// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_page_alloc - blocks of every order: aligned, apart from each other, exact in the count, and
 * merged again when all are back. Freeing twice is a panic and therefore among the faults.
 */
#include <core/page_alloc.h>

#include <arch/mmu.h>
#include <core/memory.h>
#include <lib/string.h>
#include <test/aid.h>
#include <test/test.h>

#define BLOCKS 64

struct block {
	u64 phys;
	u32 order;
};

static struct block blocks[BLOCKS];

TEST(page_alloc, every_order)
{
	for (u32 order = 0; order <= PAGE_ORDER_MAX; order++) {
		u64 before = page_alloc_nr_free();
		u64 phys = page_alloc(order);

		EXPECT(phys);
		if (!phys)
			continue;
		EXPECT_EQ(phys & ((PAGE_SIZE << order) - 1), 0);
		EXPECT_EQ(page_alloc_nr_free(), before - (1ul << order));
		page_free(phys, order);
		EXPECT_EQ(page_alloc_nr_free(), before);
	}
	EXPECT_EQ(page_alloc(PAGE_ORDER_MAX + 1), 0);
	EXPECT_EQ(page_alloc(UINT32_MAX), 0);
}

/*
 * All that was free at boot is handed out, but for 65 bytes a page and what each range's end loses.
 */
TEST(page_alloc, total)
{
	u64 pages = ranges_bytes(&memory_free) / PAGE_SIZE;
	u64 state = pages / 64 + 2 * memory_free.nr + 1;

	EXPECT(page_alloc_nr_total() + state >= pages);
	EXPECT(page_alloc_nr_total() <= ranges_bytes(&memory_ram) / PAGE_SIZE);
}

TEST(page_alloc, zeroed)
{
	u64 phys = page_alloc(2);
	const u64 *words;

	memset(phys_to_virt(phys), 0xff, PAGE_SIZE << 2);
	page_free(phys, 2);
	phys = page_alloc_zeroed(2);
	words = phys_to_virt(phys);
	for (u32 i = 0; i < (PAGE_SIZE << 2) / sizeof(u64); i++)
		EXPECT_EQ(words[i], 0);
	page_free(phys, 2);
}

/* A block's pages carry its number; one that overlaps another would have overwritten it. */
static void block_stamp(u32 i)
{
	for (u32 page = 0; page < 1u << blocks[i].order; page++)
		*(u64 *)phys_to_virt(blocks[i].phys + page * PAGE_SIZE) = i << 16 | page;
}

static void block_verify(u32 i)
{
	for (u32 page = 0; page < 1u << blocks[i].order; page++)
		EXPECT_EQ(*(u64 *)phys_to_virt(blocks[i].phys + page * PAGE_SIZE), i << 16 | page);
}

static u32 random_next(u32 *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

static void block_replace(u32 i, u32 order)
{
	if (blocks[i].phys) {
		block_verify(i);
		page_free(blocks[i].phys, blocks[i].order);
	}
	blocks[i].order = order;
	blocks[i].phys = page_alloc(order);
	EXPECT(blocks[i].phys);
	if (blocks[i].phys)
		block_stamp(i);
}

TEST(page_alloc, no_overlap)
{
	u32 seed = 1;

	memset(blocks, 0, sizeof(blocks));
	for (u32 round = 0; round < 2000; round++)
		block_replace(random_next(&seed) % BLOCKS, random_next(&seed) % 6);
	for (u32 i = 0; i < BLOCKS; i++) {
		if (!blocks[i].phys)
			continue;
		block_verify(i);
		page_free(blocks[i].phys, blocks[i].order);
	}
}

/* All blocks of @order in a list through their first words; how many. */
static u64 take_all(u32 order, u64 *list)
{
	u64 n = 0, phys;

	while ((phys = page_alloc(order))) {
		*(u64 *)phys_to_virt(phys) = *list;
		*list = phys;
		n++;
	}
	return n;
}

static void give_all(u32 order, u64 list)
{
	while (list) {
		u64 phys = list;

		list = *(u64 *)phys_to_virt(phys);
		page_free(phys, order);
	}
}

TEST(page_alloc, exhaustion)
{
	u64 free = page_alloc_nr_free(), list = 0, large;

	large = take_all(PAGE_ORDER_MAX, &list);
	EXPECT(large);
	give_all(PAGE_ORDER_MAX, list);
	list = 0;
	EXPECT_EQ(take_all(0, &list), free);
	EXPECT_EQ(page_alloc_nr_free(), 0);
	EXPECT_EQ(page_alloc_zeroed(0), 0);
	EXPECT_EQ(page_alloc(3), 0);
	give_all(0, list);
	EXPECT_EQ(page_alloc_nr_free(), free);
	/* Merged again: nothing is left in small pieces. */
	list = 0;
	EXPECT_EQ(take_all(PAGE_ORDER_MAX, &list), large);
	give_all(PAGE_ORDER_MAX, list);
}

static void churn(void *unused)
{
	u32 cpu = smp_cpu(), state = cpu;

	(void)unused;
	for (u32 i = 0; i < 1000; i++) {
		u32 order = random_next(&state) % 4;
		u64 phys = page_alloc(order);

		EXPECT(phys);
		if (!phys)
			return;
		WRITE_ONCE(*(u64 *)phys_to_virt(phys), cpu);
		EXPECT_EQ(READ_ONCE(*(u64 *)phys_to_virt(phys)), cpu);
		page_free(phys, order);
	}
}

TEST(page_alloc, every_cpu_at_once)
{
	aid_run_everywhere(churn, NULL);
}
