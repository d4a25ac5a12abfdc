// SPDX-License-Identifier: GPL-2.0-only
/*
 * percpu_alloc - first fit over granules of 16 bytes. One bit says that a granule is in use, a
 * second one that an allocation begins there, so that a pointer is all that free_percpu() needs.
 *
 * The reserve is a per-CPU variable like any other, so its addresses work with every per-CPU
 * operation. The bits are common to all CPUs and change under one lock with interrupts masked. It
 * holds some hundreds of groups with their counters; who needs more is told that there is no
 * memory.
 */
#include <core/percpu_alloc.h>

#include <core/panic.h>
#include <core/spinlock.h>
#include <lib/string.h>

#define RESERVE_BYTES 49152u
#define GRANULE	      16u
#define NR_GRANULES   (RESERVE_BYTES / GRANULE)
#define ALIGN_MAX     64u

static DEFINE_PER_CPU(u8, reserve[RESERVE_BYTES]) __aligned(ALIGN_MAX);

/* All under the lock. */
static struct spinlock lock;
static u64 used[NR_GRANULES / 64];
static u64 begins[NR_GRANULES / 64];
static u32 nr_used;

static bool bit_test(const u64 *map, u32 bit)
{
	return map[bit / 64] >> bit % 64 & 1;
}

static void bit_set(u64 *map, u32 bit)
{
	map[bit / 64] |= 1ull << bit % 64;
}

static void bit_clear(u64 *map, u32 bit)
{
	map[bit / 64] &= ~(1ull << bit % 64);
}

/* The first of @count free granules in a row, at a multiple of @step; NR_GRANULES if there are none. */
static u32 find_free(u32 count, u32 step)
{
	u32 first = 0;
	u32 n = 0;

	while (first + count <= NR_GRANULES) {
		for (n = 0; n < count && !bit_test(used, first + n); n++)
			;
		if (n == count)
			return first;
		first = (first + n) / step * step + step;
	}
	return NR_GRANULES;
}

static void zero_everywhere(u32 first, u32 count)
{
	u32 cpu;

	for (cpu = 0; cpu < CPUS_MAX; cpu++) {
		if (cpu == 0 || percpu_offsets[cpu])
			memset(per_cpu_ptr(&reserve[first * GRANULE], cpu), 0, count * GRANULE);
	}
}

void *alloc_percpu(size_t bytes, size_t align)
{
	u32 count = (u32)((bytes + GRANULE - 1) / GRANULE);
	u32 step = align > GRANULE ? (u32)align / GRANULE : 1;
	unsigned long flags;
	u32 first;
	u32 n;

	if (!bytes || bytes > RESERVE_BYTES || align > ALIGN_MAX)
		return NULL;
	spin_lock_irqsave(&lock, flags);
	first = find_free(count, step);
	if (first < NR_GRANULES) {
		bit_set(begins, first);
		for (n = 0; n < count; n++)
			bit_set(used, first + n);
		nr_used += count;
	}
	spin_unlock_irqrestore(&lock, flags);
	if (first == NR_GRANULES)
		return NULL;
	zero_everywhere(first, count);
	return &reserve[first * GRANULE];
}

void free_percpu(void *ptr)
{
	unsigned long at = (unsigned long)ptr - (unsigned long)reserve;
	u32 granule = (u32)(at / GRANULE);
	unsigned long flags;

	if (!ptr)
		return;
	spin_lock_irqsave(&lock, flags);
	if (at >= RESERVE_BYTES || at % GRANULE || !bit_test(begins, granule))
		panic("free_percpu of %p, which alloc_percpu did not give", ptr);
	bit_clear(begins, granule);
	do {
		bit_clear(used, granule++);
		nr_used--;
	} while (granule < NR_GRANULES && bit_test(used, granule) && !bit_test(begins, granule));
	spin_unlock_irqrestore(&lock, flags);
}

size_t percpu_alloc_nr_used(void)
{
	return (size_t)READ_ONCE(nr_used) * GRANULE;
}
