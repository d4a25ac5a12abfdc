// SPDX-License-Identifier: GPL-2.0-only
/*
 * smp - the list of CPUs, and starting one: by PSCI, or through a spin table where the device tree
 * has one.
 *
 * A new CPU finds stack, slot, per-CPU offset and page tables in its own start block, which lies in
 * its own per-CPU area. It reads it with caches off, so the block fills a cache line alone and is
 * cleaned to memory first.
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

u32 arch_cpus_find(struct cpu_desc *cpus, u32 max, u32 *nr_dropped)
{
	struct arm64_cpu_cursor cursor = { .opened = false };
	struct arm64_cpu_entry entry;
	u32 nr = 0;

	*nr_dropped = 0;
	cpus[nr++] = (struct cpu_desc){ .hw_id = arch_cpu_hw_id(), .present = true };
	while (platform_next_cpu(&cursor, &entry)) {
		if (is_listed(cpus, nr, entry.hw_id))
			continue;
		if (nr == max) {
			++*nr_dropped;
			continue;
		}
		cpus[nr++] = (struct cpu_desc){
			.hw_id = entry.hw_id,
			.present = entry.usable,
			.refusal = entry.usable ? NULL : entry.refusal,
		};
	}
	return nr;
}

/* Nothing to do ahead; but without PSCI somebody must have a release address. */
int arch_cpus_prepare(const struct cpu_desc *cpus, u32 nr, const char **why)
{
	struct arm64_cpu_cursor cursor = { .opened = false };
	struct arm64_cpu_entry entry;

	(void)cpus;
	(void)nr;
	*why = psci_objection();
	while (*why && platform_next_cpu(&cursor, &entry))
		if (entry.release_phys)
			*why = NULL;
	return *why ? -ENODEV : 0;
}

static u64 release_address(u64 hw_id)
{
	struct arm64_cpu_cursor cursor = { .opened = false };
	struct arm64_cpu_entry entry;

	while (platform_next_cpu(&cursor, &entry))
		if (entry.hw_id == hw_id)
			return entry.release_phys;
	return 0;
}

/*
 * A CPU that leaves a spin loop knows nothing but its id, by which it looks for its start block
 * (boot_spin_entry). It polls the release address with its caches off.
 */
static int spin_table_start(u64 hw_id, u64 release_phys, u64 start_phys, const char **why)
{
	u64 *release = (u64 *)arch_map_device(release_phys, sizeof(*release));

	*why = "spin table: no place for this CPU, or its release address cannot be mapped";
	if (!release || nr_spin_slots == SPIN_SLOTS)
		return -ENOMEM;
	boot_spin_slots[nr_spin_slots].mpidr = hw_id;
	boot_spin_slots[nr_spin_slots].start_phys = start_phys;
	nr_spin_slots++;
	arch_cache_clean(boot_spin_slots, SPIN_SLOTS * sizeof(*boot_spin_slots));
	WRITE_ONCE(*release, arm64_image_to_phys(boot_spin_entry));
	dsb(sy);
	__asm__ __volatile__("sev" : : : "memory");
	return 0;
}

int arch_cpu_start(const struct cpu_desc *cpu, const struct cpu_start *start, const char **why)
{
	struct arm64_start *block =
		(struct arm64_start *)((unsigned long)&start_block + start->percpu_offset);
	u64 release = psci_objection() ? release_address(cpu->hw_id) : 0;
	u64 block_phys = virt_to_phys(block);

	block->root_phys = arm64_root_phys();
	block->stack_top = start->stack_top;
	block->percpu_offset = start->percpu_offset;
	block->slot = start->slot;
	arch_cache_clean(block, sizeof(*block));
	if (release)
		return spin_table_start(cpu->hw_id, release, block_phys, why);
	return psci_cpu_on(cpu->hw_id, arm64_image_to_phys(boot_secondary_entry), block_phys, why);
}
