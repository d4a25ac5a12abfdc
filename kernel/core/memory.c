// SPDX-License-Identifier: GPL-2.0-only
/*
 * memory - the firmware's map, sorted; and an early allocator that only moves a pointer.
 *
 * Invariant: nothing that the firmware reserved is ever in memory_free. Whatever does not fit into
 * a set is therefore left unused if it is RAM, and ends the boot if it is a reservation. Runs on
 * the boot CPU alone, before page_alloc, so there is no lock. Early memory is never given back.
 */
#include <core/memory.h>

#include <arch/boot_info.h>
#include <arch/mmu.h>
#include <arch/services.h>
#include <core/panic.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>

#define LOW_MEMORY_END	(1ull << 20)
#define LOW_USABLE_END	0xa0000ull /* above it: video memory and ROMs, whatever the map says */
#define LOW_PAGES_BYTES (8 * PAGE_SIZE)

/*
 * What a boot of one CPU needs besides its image: tables, its per-CPU area and stacks, the bench's
 * own memory. Measured, then doubled. CPUs for which there is no memory are left out.
 */
#define NEEDED_BASE_BYTES (4ull << 20)
#define NEEDED_CPU_BYTES  (48ull << 10)

struct ranges memory_ram;
struct ranges memory_free;

static struct range early;     /* memory_early() takes from its start */
static struct range low_pages; /* arch_low_pages() takes from its start */

/* Pages for code that starts in real mode. Not page 0: a null pointer must stay one. */
static void memory_set_low_aside(void)
{
	for (u32 i = 0; i < memory_free.nr; i++) {
		u64 start = max_u64(memory_free.at[i].start, PAGE_SIZE);
		u64 end = min_u64(memory_free.at[i].end, LOW_USABLE_END);

		if (start < end && end - start >= LOW_PAGES_BYTES)
			low_pages = (struct range){ end - LOW_PAGES_BYTES, end };
	}
	if (boot_info.start_pages.bytes)
		low_pages =
			(struct range){ boot_info.start_pages.base,
					boot_info.start_pages.base + boot_info.start_pages.bytes };
	/* Firmware keeps things in the rest that its map does not always admit. */
	ranges_remove(&memory_free, 0, LOW_MEMORY_END);
}

u64 arch_low_pages(u32 nr)
{
	u64 start = low_pages.start;

	if (!start || nr * PAGE_SIZE > low_pages.end - start)
		return 0;
	low_pages.start += nr * PAGE_SIZE;
	return start;
}

static u64 memory_needed_bytes(void)
{
	return boot_info.image_bytes + NEEDED_BASE_BYTES + NEEDED_CPU_BYTES;
}

static void memory_report_dropped(void)
{
	u32 n = boot_info.ram.nr_dropped + memory_ram.nr_dropped + memory_free.nr_dropped;

	if (n)
		printk("memory: %u ranges of the firmware's map did not fit and are left unused",
		       n);
}

/* True: memory_free would hold what firmware uses. */
static bool memory_map_is_unsafe(void)
{
	u32 n = boot_info.reserved.nr_dropped;

	if (n)
		printk("error: memory: %u reserved ranges beyond the %u that fit; which memory is "
		       "free cannot be told",
		       n, BOOT_RANGES_MAX);
	return n;
}

static int memory_check_size(void)
{
	u64 have = ranges_bytes(&memory_free) + boot_info.image_bytes;

	if (have >= memory_needed_bytes())
		return 0;
	printk("error: memory: this boot needs %llu KiB, the machine has %llu KiB that can be used",
	       (unsigned long long)memory_needed_bytes() >> 10, (unsigned long long)have >> 10);
	return -ENOMEM;
}

int memory_init(void)
{
	const struct boot_ranges *ram = &boot_info.ram, *reserved = &boot_info.reserved;

	if (memory_map_is_unsafe())
		return -E2BIG;
	for (u32 i = 0; i < ram->nr; i++)
		ranges_add(&memory_ram, ram->at[i].base, ram->at[i].bytes);
	ranges_remove(&memory_ram, arch_mmu_phys_limit(), UINT64_MAX);
	ranges_align(&memory_ram, PAGE_SIZE);

	memory_free = memory_ram;
	for (u32 i = 0; i < reserved->nr; i++)
		ranges_remove(&memory_free, reserved->at[i].base, reserved->at[i].bytes);
	ranges_remove(&memory_free, boot_info.image_phys, boot_info.image_bytes);
	ranges_align(&memory_free, PAGE_SIZE);
	memory_set_low_aside();
	memory_report_dropped();
	return memory_check_size();
}

void memory_early_from(u64 start, u64 end)
{
	early = (struct range){ start, end };
}

u64 memory_early(u64 bytes)
{
	u64 phys = early.start;

	bytes = align_up(bytes, PAGE_SIZE);
	if (bytes > early.end - early.start)
		panic("early memory: %llu bytes wanted, %llu left", (unsigned long long)bytes,
		      (unsigned long long)(early.end - early.start));
	early.start += bytes;
	memset(phys_to_virt(phys), 0, bytes);
	return phys;
}

struct range memory_early_rest(void)
{
	return early;
}
