// SPDX-License-Identifier: GPL-2.0-only
/*
 * smp - find the other CPUs in the MADT, and start them with INIT and SIPI (SDM vol. 3, 9.4.4).
 *
 * All are sent INIT at once and share its 10 ms; then each gets SIPI alone, since they share one
 * start page. Invariant: its block carries that CPU's stack and slot and is not written again
 * before the CPU has taken them or is given up. A CPU that was given up and wakes late finds
 * whatever the block holds then, so it is sent INIT again first, which stops it. Where that struck
 * one that had taken them it may have come as far as any other: it is left out for good.
 *
 * Order: boot CPU only; each wait is bounded. Left out: CPUs that come or go later.
 */
#include <arch/cpu.h>

#include <arch/boot_info.h>
#include <arch/mmu.h>
#include <arch/percpu.h>
#include <arch/services.h>
#include <arch/timer.h>
#include <arch/up.h>
#include <lib/errno.h>
#include <lib/string.h>

#include "x86.h"
#include "apic.h"

#define INIT_WAIT_US 10000
#define STOP_WAIT_US 200 /* for INIT to arrive */
#define STARTUP_WAIT_US \
	300 /* before the second SIPI; the manual's 200 and some for slow emulation */
#define TAKEN_WAIT_US	    1000000 /* a host that emulates many CPUs on few is slow */
#define TAKEN_WAIT_SHORT_US 20000
#define STACK_ALIGN	    16
#define ENTRY_PRESENT	    3u	  /* present, writable */
#define PTE_2M_LOW	    0x83u /* 2 MiB at address 0 */
#define START_PAGES	    4	  /* code and block; root; directory of directories; directory */

/* ap_start.asm; copied, so these are only good for distances. */
extern const char x86_ap_start[], x86_ap_start_end[], x86_ap_block[], x86_ap_gdtr_base[];
extern const char x86_ap_jump32[], x86_ap_jump64[];

static u64 start_phys;
static u64 start_mailbox; /* where firmware wants other CPUs to be woken by; 0: by INIT and SIPI */

static const char *madt_refusal(const struct madt_local_apic *apic)
{
	if (!apic->enabled)
		return "listed as absent";
	return x86_apic_reaches(apic->id) ? NULL : "its id needs x2APIC mode, which is not there";
}

/* The slot of @id, or the next free one: some tables list a CPU twice. */
static u32 slot_of(const struct cpu_desc *cpus, u32 nr, u64 id)
{
	u32 slot = 0;

	while (slot < nr && cpus[slot].hw_id != id)
		slot++;
	return slot;
}

/*
 * The present ones, or those that are absent and may come one day: so that these take no slots from
 * those.
 */
static void cpus_from_madt(const struct acpi_table *madt, bool enabled, struct cpu_desc *cpus,
			   u32 max, u32 *nr, u32 *nr_dropped)
{
	struct madt_local_apic apic;
	u32 cursor = 0;

	while (acpi_madt_next_local_apic(madt, &cursor, &apic)) {
		u32 slot = slot_of(cpus, *nr, apic.id);

		if (slot < *nr || apic.enabled != enabled || !(enabled || apic.online_capable))
			continue;
		if (slot == max) {
			(*nr_dropped)++;
			continue;
		}
		cpus[slot].hw_id = apic.id;
		cpus[slot].refusal = madt_refusal(&apic);
		cpus[slot].present = !cpus[slot].refusal;
		x86_apic_set_id(slot, apic.id);
		(*nr)++;
	}
}

u32 arch_cpus_find(struct cpu_desc *cpus, u32 max, u32 *nr_dropped)
{
	struct acpi_table madt;
	struct acpi acpi;
	u32 nr = 1;

	*nr_dropped = 0;
	cpus[0] = (struct cpu_desc){ .hw_id = x86_apic_id(), .present = true };
	x86_apic_set_id(0, x86_apic_id());
	if (x86_acpi(&acpi) && acpi_find(&acpi, "APIC", 0, &madt)) {
		cpus_from_madt(&madt, true, cpus, max, &nr, nr_dropped);
		cpus_from_madt(&madt, false, cpus, max, &nr, nr_dropped);
		start_mailbox = acpi_madt_mailbox(&madt);
	} else if (boot_info.rsdp_phys) {
		arch_warn("no usable MADT: nothing lists the other CPUs");
	}
	return nr;
}

static struct x86_start_block *start_block(void)
{
	return (struct x86_start_block *)((char *)phys_to_virt(start_phys) +
					  (x86_ap_block - x86_ap_start));
}

static u64 *start_root(void)
{
	return phys_to_virt(start_phys + PAGE_SIZE);
}

/* Addresses in the copy become physical. */
static void start_relocate(const char *field)
{
	*(u32 *)((char *)phys_to_virt(start_phys) + (field - x86_ap_start)) += (u32)start_phys;
}

/*
 * A root below 4 GiB, since 32-bit code loads it: the low 2 MiB as they are, and everything of
 * ours.
 */
static void start_tables(void)
{
	u64 *root = start_root(), *directories = root + 512, *directory = root + 1024;

	memset(root, 0, 3 * PAGE_SIZE);
	root[0] = (start_phys + 2 * PAGE_SIZE) | ENTRY_PRESENT;
	directories[0] = (start_phys + 3 * PAGE_SIZE) | ENTRY_PRESENT;
	directory[0] = PTE_2M_LOW;
}

/* Entered from the start page, on the new CPU's own stack. */
static void __noreturn smp_entry(u64 slot, u64 percpu_offset)
{
	arch_percpu_set_base(percpu_offset);
	secondary_main((u32)slot);
}

static const char *prepare_refusal(void)
{
	if (!x86_apic_present())
		return "no local APIC";
	/* A guest whose memory its host cannot see (ACPI 6.5, 5.2.12.19): INIT would not wake. */
	if (start_mailbox)
		return "the firmware wakes CPUs by a mailbox only";
	start_phys = arch_low_pages(START_PAGES);
	return start_phys ? NULL : "no memory below 1 MiB for the start page";
}

/* Does the start page hold what was written? There may be no memory, or somebody else's. */
static bool start_is_intact(void)
{
	const char *page = phys_to_virt(start_phys);
	size_t code = (size_t)(x86_ap_gdtr_base - x86_ap_start);

	return !memcmp(page, x86_ap_start, code);
}

int arch_cpus_prepare(const struct cpu_desc *cpus, u32 nr, const char **why)
{
	*why = prepare_refusal();
	if (*why)
		return -ENODEV;
	memcpy(phys_to_virt(start_phys), x86_ap_start, (size_t)(x86_ap_start_end - x86_ap_start));
	start_relocate(x86_ap_gdtr_base);
	start_relocate(x86_ap_jump32);
	start_relocate(x86_ap_jump64);
	start_tables();
	for (u32 i = 1; i < nr; i++)
		if (cpus[i].present)
			x86_apic_send(cpus[i].hw_id, ICR_INIT);
	arch_delay_us(INIT_WAIT_US);
	return 0;
}

static void start_fill(const struct cpu_start *start)
{
	struct x86_start_block *block = start_block();

	memcpy(start_root() + 256, arch_kernel_root() + 256, PAGE_SIZE / 2);
	block->entry = (u64)smp_entry;
	block->stack_top = start->stack_top;
	block->percpu_offset = start->percpu_offset;
	block->slot = start->slot;
	block->cr3 = (u32)(start_phys + PAGE_SIZE);
	block->cr4 = CR4_PAE;
	block->efer = x86_rdmsr(MSR_EFER) & (EFER_LME | EFER_NXE);
	/*
	 * Release: pairs with the CPU's reads in ap_start.asm, which begin after SIPI has woken it.
	 */
	__atomic_store_n(&block->taken, 0, __ATOMIC_RELEASE);
}

static bool wait_taken(u64 us)
{
	u64 start = arch_counter_read(), cycles = x86_tsc_hz() / 1000000 * us;

	do {
		if (__atomic_load_n(&start_block()->taken, __ATOMIC_ACQUIRE))
			return true;
		cpu_relax();
	} while (arch_counter_read() - start < cycles);
	return false;
}

/* The second SIPI only if the first was lost. */
static bool start_ask(u64 id, u64 wait_us)
{
	u32 startup = ICR_STARTUP | (u32)(start_phys >> PAGE_SHIFT);

	x86_apic_send(id, startup);
	if (wait_taken(STARTUP_WAIT_US))
		return true;
	x86_apic_send(id, startup);
	return wait_taken(wait_us);
}

/* INIT to a CPU that seems silent. True: it had woken after all, and is stopped anywhere. */
static bool stop_late(u64 id, u32 wait_us)
{
	x86_apic_send(id, ICR_INIT);
	arch_delay_us(wait_us);
	return __atomic_load_n(&start_block()->taken, __ATOMIC_ACQUIRE);
}

int arch_cpu_start(const struct cpu_desc *cpu, const struct cpu_start *start, const char **why)
{
	static u64 asked_before = UINT64_MAX;

	*why = "woke too late and was stopped";
	/* Asked again: the wait that SIPI must follow. */
	if (cpu->hw_id == asked_before && stop_late(cpu->hw_id, INIT_WAIT_US))
		return -EBUSY;
	asked_before = cpu->hw_id;
	if (start->stack_top % STACK_ALIGN) {
		*why = "its stack is not aligned";
		return -EINVAL;
	}
	start_fill(start);
	if (!start_is_intact()) {
		*why = "the start page does not keep what is written to it";
		return -EIO;
	}
	if (start_ask(cpu->hw_id, start->is_hurried ? TAKEN_WAIT_SHORT_US : TAKEN_WAIT_US))
		return 0;
	if (stop_late(cpu->hw_id, STOP_WAIT_US))
		return -EBUSY;
	*why = "silent: no answer to INIT and SIPI";
	return -ETIMEDOUT;
}
