// SPDX-License-Identifier: GPL-2.0-only
/*
 * mapping - one table walk for both architectures: four levels of 512 entries, leaves at the levels
 * that the CPU has.
 *
 * Tables come from a pool in the image until the first RAM is mapped, then from early memory, then
 * from page_alloc. A lock orders additions; readers are the CPUs' walkers, which see an entry
 * either empty or whole.
 */
#include <core/mapping.h>

#include <arch/boot_info.h>
#include <arch/services.h>
#include <core/memory.h>
#include <core/page_alloc.h>
#include <core/panic.h>
#include <core/printk.h>
#include <core/spinlock.h>
#include <lib/string.h>

#define LEVEL_ROOT    3u
#define POOL_PAGES    24 /* root; image 2 + 8 (16 MiB); physical map 2 + 2 ragged ends; reserve */
#define FIRST_STRETCH (1ull << 30)

#define DEVICE_AREA_BYTES (1ull << 30) /* arch/mmu.h */

extern char __image_start[], __text_start[], __text_end[], __rodata_start[], __rodata_end[];
extern char __image_end[];

static u64 mapping_pool[POOL_PAGES][512] __aligned(4096);
static u32 mapping_pool_used;
static u64 *mapping_root = mapping_pool[0];
static struct spinlock mapping_lock; /* additions to the tables, and device_next */
static u64 device_next = DEVICE_AREA_BASE;
static u64 mapped_end; /* physical; only grows */

u64 image_to_phys(const void *virt)
{
	return (u64)virt - (u64)__image_start + boot_info.image_phys;
}

u64 mapping_root_phys(void)
{
	return image_to_phys(mapping_root);
}

u64 arch_mapped_end(void)
{
	return READ_ONCE(mapped_end);
}

const u64 *arch_kernel_root(void)
{
	return mapping_root;
}

static u64 level_bytes(u32 level)
{
	return PAGE_SIZE << (9 * level);
}

static u64 *table_entry(u64 *table, u64 virt, u32 level)
{
	return &table[virt >> (PAGE_SHIFT + 9 * level) & 511];
}

/* A pool page lies in the image, which the physical map leaves out. */
static u64 *table_at(u64 phys)
{
	u64 pool = image_to_phys(mapping_pool);

	if (phys >= pool && phys < pool + sizeof(mapping_pool))
		return (u64 *)((char *)mapping_pool + (phys - pool));
	return phys_to_virt(phys);
}

static u64 table_new(void)
{
	if (mapping_pool_used < POOL_PAGES)
		return image_to_phys(mapping_pool[mapping_pool_used++]);
	if (!page_alloc_is_up())
		return memory_early(PAGE_SIZE);
	return page_alloc_zeroed(0);
}

/* The table below @entry, made if there is none; NULL if memory is out. */
static u64 *table_below(u64 *entry, u32 level)
{
	if (!*entry) {
		u64 phys = table_new();

		if (!phys)
			return NULL;
		/* Release: a walker that sees the entry sees an empty table behind it. */
		__atomic_store_n(entry, arch_pte_table(phys), __ATOMIC_RELEASE);
	}
	BUG_ON(!arch_pte_is_table(*entry, level));
	return table_at(arch_pte_phys(*entry));
}

/* The largest leaf that fits the alignment of both addresses and what is left. */
static u32 leaf_level(u64 virt, u64 phys, u64 bytes)
{
	u32 level = arch_mmu_leaf_level_max();

	while (level && (((virt | phys) & (level_bytes(level) - 1)) || bytes < level_bytes(level)))
		level--;
	return level;
}

static bool map_leaf(u64 virt, u64 phys, enum map_prot prot, u32 level)
{
	u64 *table = mapping_root;
	u64 *entry;

	for (u32 l = LEVEL_ROOT; l > level; l--) {
		table = table_below(table_entry(table, virt, l), l);
		if (!table)
			return false;
	}
	entry = table_entry(table, virt, level);
	/* Mapped before: fine for tables that share a page, wrong for anything else. */
	if (!*entry)
		__atomic_store_n(entry, arch_pte_leaf(phys, prot, level), __ATOMIC_RELEASE);
	BUG_ON(arch_pte_phys(*entry) != phys);
	return true;
}

/* Page-aligned. False: out of memory for tables, part of the range may be mapped. */
static bool map_range(u64 virt, u64 phys, u64 bytes, enum map_prot prot)
{
	WRITE_ONCE(mapped_end, max_u64(mapped_end, phys + bytes));
	while (bytes) {
		u32 level = leaf_level(virt, phys, bytes);

		if (!map_leaf(virt, phys, prot, level))
			return false;
		virt += level_bytes(level);
		phys += level_bytes(level);
		bytes -= level_bytes(level);
	}
	arch_mmu_sync();
	return true;
}

static void map_image_part(const char *start, const char *end, enum map_prot prot)
{
	map_range((u64)start, image_to_phys(start), (u64)(end - start), prot);
}

static void map_ram(struct range r)
{
	if (r.start < r.end &&
	    !map_range(PHYS_MAP_BASE + r.start, r.start, r.end - r.start, MAP_READ_WRITE))
		panic("mapping: no memory for page tables");
}

/*
 * The largest free stretch that lies between two multiples of FIRST_STRETCH, so that the pool's
 * tables suffice for it. The tables of all other RAM come from there: 4 KiB for each GiB, or for
 * each end that is not a multiple of 2 MiB, where the CPU has no larger leaves.
 */
static struct range first_stretch(void)
{
	struct range best = { 0, 0 };

	for (u32 i = 0; i < memory_free.nr; i++) {
		struct range r = memory_free.at[i];

		while (r.start < r.end && best.end - best.start < FIRST_STRETCH) {
			u64 next = align_down(r.start, FIRST_STRETCH) + FIRST_STRETCH;
			u64 end = min_u64(r.end, next);

			if (end - r.start > best.end - best.start)
				best = (struct range){ r.start, end };
			r.start = end;
		}
	}
	return best;
}

void mapping_init(void)
{
	static struct ranges ram; /* too large for a stack */
	struct range first = first_stretch();

	ram = memory_ram;
	mapping_pool_used = 1;
	map_image_part(__text_start, __text_end, MAP_READ_EXEC);
	map_image_part(__rodata_start, __rodata_end, MAP_READ);
	map_image_part(__rodata_end, __image_end, MAP_READ_WRITE);
	map_ram(first);
	arch_mmu_enable(mapping_root_phys());

	memory_early_from(first.start, first.end);
	ranges_remove(&ram, boot_info.image_phys, boot_info.image_bytes);
	ranges_remove(&ram, first.start, first.end - first.start);
	ranges_remove(&memory_free, first.start, first.end - first.start);
	for (u32 i = 0; i < ram.nr; i++)
		map_ram(ram.at[i]);
}

bool mapping_lookup(const void *virt, u64 *pte, u32 *level)
{
	u64 *table = mapping_root;

	for (u32 l = LEVEL_ROOT;; l--) {
		u64 entry = READ_ONCE(*table_entry(table, (u64)virt, l));

		if (!entry)
			return false;
		if (!l || !arch_pte_is_table(entry, l)) {
			*pte = entry;
			*level = l;
			return true;
		}
		table = table_at(arch_pte_phys(entry));
	}
}

/* An address that goes round, or that no entry can hold. */
static bool phys_is_bad(u64 phys, u64 bytes)
{
	return !bytes || phys + bytes < phys || phys + bytes > arch_mmu_phys_limit();
}

/*
 * A place in the device area that lies to a large leaf as @phys does, if the range is long enough
 * for one; 0 if there is no room. The lock is held.
 */
static u64 device_place(u64 phys, u64 size)
{
	u64 leaf = level_bytes(1), virt = device_next;

	if (size >= leaf)
		virt += (phys - virt) & (leaf - 1);
	if (size > DEVICE_AREA_BYTES || virt - DEVICE_AREA_BASE > DEVICE_AREA_BYTES - size)
		return 0;
	device_next = virt + size;
	return virt;
}

void *mapping_add_device(u64 phys, u64 bytes, enum map_prot prot)
{
	u64 first = align_down(phys, PAGE_SIZE), size, virt;
	unsigned long flags;
	bool ok;

	if (phys_is_bad(phys, bytes))
		return NULL;
	size = align_up(phys + bytes, PAGE_SIZE) - first;
	spin_lock_irqsave(&mapping_lock, flags);
	virt = device_place(first, size);
	ok = virt && map_range(virt, first, size, prot);
	spin_unlock_irqrestore(&mapping_lock, flags);
	return ok ? (void *)(virt + (phys - first)) : NULL;
}

void *arch_map_device(u64 phys, size_t bytes)
{
	if (phys_is_bad(phys, bytes))
		return NULL;
	if (!mapping_pool_used)
		return arch_early_map(phys, bytes);
	/*
	 * RAM is cached, and free or somebody's: whoever says that registers are there is wrong,
	 * and what a driver writes to them would hit anything.
	 */
	if (ranges_overlap(&memory_ram, phys, bytes)) {
		printk("warning: a device at %llx would lie in RAM: it is left alone",
		       (unsigned long long)phys);
		return NULL;
	}
	return mapping_add_device(phys, bytes, MAP_DEVICE);
}

/* Is what maps @virt at least as good as @prot? Every leaf can be read. */
static bool pte_suffices(u64 pte, u32 level, enum map_prot prot)
{
	return prot == MAP_READ || pte == arch_pte_leaf(arch_pte_phys(pte), prot, level);
}

/*
 * The pages of a range at their places of the physical map; those that are there already stay as
 * they are: a range may begin in RAM, which is mapped, and end behind it.
 */
static void *map_at_phys(u64 phys, u64 bytes, enum map_prot prot)
{
	u64 at = align_down(phys, PAGE_SIZE), end;
	unsigned long flags;
	bool ok = true;

	end = align_up(phys + bytes, PAGE_SIZE);
	spin_lock_irqsave(&mapping_lock, flags);
	while (ok && at < end) {
		u64 pte;
		u32 level = 0;

		if (mapping_lookup(phys_to_virt(at), &pte, &level))
			ok = pte_suffices(pte, level, prot);
		else
			ok = map_range(PHYS_MAP_BASE + at, at, PAGE_SIZE, prot);
		at = align_down(at, level_bytes(level)) + level_bytes(level);
	}
	spin_unlock_irqrestore(&mapping_lock, flags);
	return ok ? phys_to_virt(phys) : NULL;
}

const void *arch_map_table(u64 phys, size_t bytes, void *unused)
{
	(void)unused;
	if (phys_is_bad(phys, bytes))
		return NULL;
	if (!mapping_pool_used)
		return arch_early_map(phys, bytes);
	return map_at_phys(phys, bytes, MAP_READ);
}

/* It has its own place, and no other. */
static bool is_of_image(u64 phys, u64 bytes)
{
	u64 start = align_down(boot_info.image_phys, PAGE_SIZE);
	u64 end = align_up(boot_info.image_phys + boot_info.image_bytes, PAGE_SIZE);

	return phys < end && phys + bytes > start;
}

void *mapping_add_memory(u64 phys, u64 bytes)
{
	if (phys_is_bad(phys, bytes) || is_of_image(phys, bytes))
		return NULL;
	return map_at_phys(phys, bytes, MAP_READ_WRITE);
}

bool mapping_add_page(u64 virt, u64 phys)
{
	unsigned long flags;
	bool ok;

	spin_lock_irqsave(&mapping_lock, flags);
	ok = map_range(virt, phys, PAGE_SIZE, MAP_READ_WRITE);
	spin_unlock_irqrestore(&mapping_lock, flags);
	return ok;
}
