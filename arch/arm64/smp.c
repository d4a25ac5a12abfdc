// SPDX-License-Identifier: GPL-2.0-only
/*
 * smp - the list of CPUs, and starting one: by PSCI, or through a spin table where the device tree
 * has one.
 *
 * A new CPU finds stack, slot, per-CPU offset and page tables in its own start block, which lies in
 * its own per-CPU area. It reads it with caches off, so the block fills a cache line alone and is
 * cleaned to memory first. Which CPUs have a spin table is noted when they are listed: reading the
 * tree again for each CPU would be a walk for each of hundreds.
 */
#include <arch/cpu.h>
#include <arch/mmu.h>
#include <arch/percpu.h>
#include <asm/sysreg.h>
#include <arch/services.h>
#include <lib/errno.h>

#include "arm64.h"
#include "layout.h"
#include "platform.h"
#include "psci.h"

static DEFINE_PER_CPU(struct arm64_start, start_block);

/* Where the CPU of a slot of boot_spin_slots waits for an address. Boot CPU, at boot. */
static u64 spin_release_phys[SPIN_SLOTS];
static u32 nr_spin_slots;

u64 arch_cpu_hw_id(void)
{
	return sysreg_read(mpidr_el1) & MPIDR_ID_MASK;
}

static bool is_listed(const struct cpu_desc *cpus, u32 nr, u64 hw_id)
{
	for (u32 i = 0; i < nr; i++)
		if (cpus[i].hw_id == hw_id)
			return true;
	return false;
}

/* False: there is no slot left. */
static bool spin_note(u64 hw_id, u64 release_phys)
{
	if (nr_spin_slots == SPIN_SLOTS)
		return false;
	boot_spin_slots[nr_spin_slots].mpidr = hw_id;
	spin_release_phys[nr_spin_slots++] = release_phys;
	return true;
}

static struct cpu_desc cpu_describe(const struct arm64_cpu_entry *entry)
{
	const char *refusal = entry->usable ? NULL : entry->refusal;

	if (!refusal && entry->release_phys && !spin_note(entry->hw_id, entry->release_phys))
		refusal = "more CPUs with a spin table than this kernel has places for";
	return (struct cpu_desc){ .hw_id = entry->hw_id, .present = !refusal, .refusal = refusal };
}

u32 arch_cpus_find(struct cpu_desc *cpus, u32 max, u32 *nr_dropped)
{
	struct arm64_cpu_cursor cursor = { .opened = false };
	struct arm64_cpu_entry entry;
	u32 nr = 0;

	*nr_dropped = 0;
	cpus[nr++] = (struct cpu_desc){ .hw_id = arch_cpu_hw_id(), .present = true };
	while (platform_next_cpu(&cursor, &entry)) {
		entry.hw_id &= MPIDR_ID_MASK; /* some tables have the register's other bits too */
		if (is_listed(cpus, nr, entry.hw_id))
			continue;
		if (nr == max) {
			++*nr_dropped;
			continue;
		}
		cpus[nr++] = cpu_describe(&entry);
	}
	return nr;
}

/* Nothing to do ahead; but without PSCI somebody must have a release address. */
int arch_cpus_prepare(const struct cpu_desc *cpus, u32 nr, const char **why)
{
	(void)cpus;
	(void)nr;
	*why = nr_spin_slots ? NULL : psci_objection();
	return *why ? -ENODEV : 0;
}

/* The slot of a CPU that waits in a spin table; SPIN_SLOTS: it does not. */
static u32 spin_slot_of(u64 hw_id)
{
	for (u32 i = 0; i < nr_spin_slots; i++)
		if (boot_spin_slots[i].mpidr == hw_id)
			return i;
	return SPIN_SLOTS;
}

/*
 * The release address, mapped once: RAM is in the physical map already, and must not be a device
 * besides.
 */
static void *spin_release_map(u64 phys)
{
	const struct boot_ranges *ram = &boot_info.ram;

	if (phys & 7 || phys >= arch_mmu_phys_limit())
		return NULL;
	for (u32 i = 0; i < ram->nr; i++)
		if (phys - ram->at[i].base < ram->at[i].bytes)
			return phys_to_virt(phys);
	return arch_map_device(phys, sizeof(u64));
}

/*
 * A CPU that leaves a spin loop knows nothing but its id, by which it looks for its start block
 * (boot_spin_entry). It polls the release address with its caches off, hence the cleaning; the
 * event comes after the write.
 */
static int spin_table_start(u32 slot, u64 start_phys, const char **why)
{
	u64 *release = spin_release_map(spin_release_phys[slot]);

	*why = "spin table: its release address cannot be written";
	if (!release)
		return -ENOMEM;
	boot_spin_slots[slot].start_phys = start_phys;
	arch_cache_clean(boot_spin_slots, SPIN_SLOTS * sizeof(*boot_spin_slots));
	WRITE_ONCE(*release, arm64_image_to_phys(boot_spin_entry));
	arch_cache_clean(release, sizeof(*release));
	__asm__ __volatile__("sev" : : : "memory");
	return 0;
}

int arch_cpu_start(const struct cpu_desc *cpu, const struct cpu_start *start, const char **why)
{
	struct arm64_start *block =
		(struct arm64_start *)((unsigned long)&start_block + start->percpu_offset);
	u32 spin_slot = spin_slot_of(cpu->hw_id);
	u64 block_phys = virt_to_phys(block);

	block->root_phys = arm64_root_phys();
	block->stack_top = start->stack_top;
	block->percpu_offset = start->percpu_offset;
	block->slot = start->slot;
	arch_cache_clean(block, sizeof(*block));
	if (spin_slot < SPIN_SLOTS)
		return spin_table_start(spin_slot, block_phys, why);
	return psci_cpu_on(cpu->hw_id, arm64_image_to_phys(boot_secondary_entry), block_phys, why);
}
