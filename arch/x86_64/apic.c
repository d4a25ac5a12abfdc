// SPDX-License-Identifier: GPL-2.0-only
/*
 * apic - the local APIC, by memory (xAPIC) or by registers (x2APIC).
 *
 * Invariant: all CPUs use x2APIC mode if the firmware left the boot CPU in it or an id needs it,
 * and else whatever mode each was left in. The mode is read on every CPU, and never taken back:
 * leaving x2APIC faults or is locked on newer machines, and INIT keeps it (SDM vol. 3, 11.12).
 * After arch_irq_cpu_init() every local source but the timer stays masked and nothing is in
 * service.
 *
 * Order: the boot CPU maps the page and lists the ids before others start. Left out: I/O APICs
 * (irq.c), the timer (timer.c), NMI and SMI as messages.
 */
#include <arch/ipi.h>

#include <arch/cpu.h>
#include <arch/irqflags.h>
#include <arch/percpu.h>
#include <arch/services.h>
#include <lib/errno.h>

#include "x86.h"
#include "apic.h"

#define APIC_BASE_ENABLE   (1u << 11)
#define APIC_BASE_X2APIC   (1u << 10)
#define APIC_BASE_BOOT_CPU (1u << 8)
#define APIC_BASE_ADDRESS  0x000ffffffffff000ull
#define XAPIC_BROADCAST	   0xff
#define APIC_PAGE_BYTES	   4096

#define CPUID_APIC     (1u << 9)  /* 1 edx */
#define CPUID_X2APIC   (1u << 21) /* 1 ecx */
#define CPUID_EXT_APIC (1u << 3)  /* 80000001 ecx: AMD's further registers */
#define SVR_ENABLE     (1u << 8)
#define ICR_PENDING    (1u << 12)
#define XAPIC_ID_SHIFT 24

/* Delivery takes microseconds; a port-speed read of 0.1 us makes this 0.1 s. */
#define ICR_SPINS_MAX 1000000u

static volatile u32
	*apic_page; /* NULL: not mapped, which only a boot CPU in x2APIC mode survives */
static bool apic_usable;
static bool apic_use_x2;       /* on every CPU; written before the others start */
static u32 apic_ids[CPUS_MAX]; /* by slot; written before the CPU starts */
static DEFINE_PER_CPU(bool, apic_is_x2);
static DEFINE_PER_CPU(bool, apic_is_stuck); /* its last wait was in vain: the next is one look */

/* Without either there is nothing to read or write. */
static bool apic_answers(void)
{
	return this_cpu_read(apic_is_x2) || apic_page;
}

u32 x86_apic_read(u32 reg)
{
	if (this_cpu_read(apic_is_x2))
		return (u32)x86_rdmsr(MSR_X2APIC_BASE + (reg >> 4));
	return apic_page[reg / 4];
}

void x86_apic_write(u32 reg, u32 value)
{
	if (this_cpu_read(apic_is_x2))
		x86_wrmsr(MSR_X2APIC_BASE + (reg >> 4), value);
	else
		apic_page[reg / 4] = value;
}

/* The full id of the topology leaf, or the eight bits of leaf 1. */
static u32 apic_id_at_reset(void)
{
	struct x86_cpuid topology = x86_cpuid(0xb, 0);

	return topology.ebx ? topology.edx : x86_cpuid(1, 0).ebx >> XAPIC_ID_SHIFT;
}

/*
 * What messages are addressed by, and the MADT lists, is the register. CPUID keeps the id of the
 * reset, and firmware may have changed it since (SDM vol. 3, 11.4.6).
 */
u32 x86_apic_id(void)
{
	u32 id;

	if (!apic_usable || !apic_answers())
		return apic_id_at_reset();
	id = x86_apic_read(APIC_ID);
	return this_cpu_read(apic_is_x2) ? id : id >> XAPIC_ID_SHIFT;
}

u64 arch_cpu_hw_id(void)
{
	return x86_apic_id();
}

bool x86_apic_present(void)
{
	return apic_usable;
}

bool x86_apic_reaches(u64 apic_id)
{
	return apic_use_x2 || apic_id < XAPIC_BROADCAST;
}

void x86_apic_eoi(void)
{
	x86_apic_write(APIC_EOI, 0);
}

/* A panic sends to hundreds of CPUs: one wait in vain is enough for all. */
static void apic_wait_idle(void)
{
	u32 spins = this_cpu_read(apic_is_stuck) ? 1 : ICR_SPINS_MAX;

	while (spins && (apic_page[APIC_ICR_LOW / 4] & ICR_PENDING)) {
		cpu_relax();
		spins--;
	}
	this_cpu_write(apic_is_stuck, !spins);
}

void x86_apic_send(u64 apic_id, u32 icr_low)
{
	unsigned long flags;

	if (this_cpu_read(apic_is_x2)) {
		/*
		 * The register write is not ordered after earlier stores by itself (SDM vol. 3,
		 * 11.12.3).
		 */
		__asm__ __volatile__("mfence\n\tlfence" : : : "memory");
		x86_wrmsr(MSR_X2APIC_BASE + (APIC_ICR_LOW >> 4), apic_id << 32 | icr_low);
		return;
	}
	if (!apic_answers())
		return;
	/* The two halves belong together. */
	local_irq_save(flags);
	apic_wait_idle();
	apic_page[APIC_ICR_HIGH / 4] = (u32)apic_id << 24;
	apic_page[APIC_ICR_LOW / 4] = icr_low;
	local_irq_restore(flags);
}

void x86_apic_set_id(u32 slot, u32 apic_id)
{
	apic_ids[slot] = apic_id;
}

void arch_ipi_send(u32 cpu, enum ipi_kind kind)
{
	x86_apic_send(apic_ids[cpu], ICR_ASSERT | (X86_VECTOR_IPI + kind));
}

void arch_ipi_self(enum ipi_kind kind)
{
	u32 vector = X86_VECTOR_IPI + kind;

	if (this_cpu_read(apic_is_x2))
		x86_apic_write(APIC_SELF_IPI, vector);
	else
		x86_apic_send(0, ICR_SELF | ICR_ASSERT | vector);
}

/* Is there a CPU whose id does not fit into eight bits, or is the one that means all? */
static bool apic_ids_need_x2(void)
{
	struct madt_local_apic cpu;
	struct acpi_table madt;
	struct acpi acpi;
	u32 cursor = 0;

	if (!x86_acpi(&acpi) || !acpi_find(&acpi, "APIC", 0, &madt))
		return false;
	while (acpi_madt_next_local_apic(&madt, &cursor, &cpu))
		if (cpu.enabled && cpu.id >= XAPIC_BROADCAST)
			return true;
	return false;
}

void x86_apic_read_mode(void)
{
	u64 base;

	if (!x86_rdmsr_safe(MSR_APIC_BASE, &base))
		this_cpu_write(apic_is_x2, !!(base & APIC_BASE_X2APIC));
}

int x86_apic_init(const char **name, const char **why)
{
	u64 base;

	if (!(x86_cpuid(1, 0).edx & CPUID_APIC) || x86_rdmsr_safe(MSR_APIC_BASE, &base)) {
		*why = "this CPU has no local APIC";
		return -ENODEV;
	}
	if (!(base & APIC_BASE_ENABLE)) {
		*why = "the local APIC is switched off";
		return -ENODEV;
	}
	apic_use_x2 = (base & APIC_BASE_X2APIC) ||
		      ((x86_cpuid(1, 0).ecx & CPUID_X2APIC) && apic_ids_need_x2());
	*name = apic_use_x2 ? "x2apic" : "xapic";
	apic_page = arch_map_device(base & APIC_BASE_ADDRESS, APIC_PAGE_BYTES);
	if (!apic_page && !apic_use_x2) {
		*why = "the local APIC cannot be mapped";
		return -ENODEV;
	}
	apic_usable = true;
	return 0;
}

static bool apic_in_service(void)
{
	u32 any = 0;

	for (u32 i = 0; i < 8; i++)
		any |= x86_apic_read(APIC_ISR + 16 * i);
	return any;
}

/*
 * What the firmware took and never ended would hold back all that is not above it. Each EOI ends
 * one, and there are as many as vectors.
 */
static void apic_end_leftovers(void)
{
	for (u32 i = 0; i < X86_NR_VECTORS && apic_in_service(); i++)
		x86_apic_eoi();
}

/*
 * Two steps from off to x2APIC mode: nothing leads there but xAPIC mode (SDM vol. 3, figure 11-27).
 * Setting it again is no step at all.
 */
static int apic_enter_mode(void)
{
	u64 base;

	if (x86_rdmsr_safe(MSR_APIC_BASE, &base))
		return -ENODEV;
	if (!(base & APIC_BASE_ENABLE)) {
		base |= APIC_BASE_ENABLE;
		if (x86_wrmsr_safe(MSR_APIC_BASE, base))
			return -ENODEV;
	}
	if (apic_use_x2 && !(base & APIC_BASE_X2APIC)) {
		base |= APIC_BASE_X2APIC;
		if (x86_wrmsr_safe(MSR_APIC_BASE, base))
			return -ENODEV;
	}
	this_cpu_write(apic_is_x2, !!(base & APIC_BASE_X2APIC));
	return 0;
}

static void apic_mask_lvts(void)
{
	static const u32 lvts[] = { APIC_LVT_TIMER, APIC_LVT_LINT0, APIC_LVT_LINT1,
				    APIC_LVT_ERROR, APIC_LVT_PMI,   APIC_LVT_THERMAL,
				    APIC_LVT_CMCI };
	u32 version = x86_apic_read(APIC_VERSION), nr = (version >> 16 & 0xff) + 1;

	/* The list is in the order in which later versions added entries. */
	for (u32 i = 0; i < ARRAY_SIZE(lvts) && i < nr; i++)
		x86_apic_write(lvts[i], LVT_MASKED | X86_VECTOR_SPURIOUS);
	if (!(version & APIC_VERSION_EXT) || !(x86_cpuid(0x80000001, 0).ecx & CPUID_EXT_APIC))
		return;
	nr = x86_apic_read(APIC_EXT_FEATURE) >> 16 & 0xff;
	for (u32 i = 0; i < nr && i < APIC_EXT_LVTS_MAX; i++)
		x86_apic_write(APIC_EXT_LVT + 16 * i, LVT_MASKED | X86_VECTOR_SPURIOUS);
}

/* Everything that could interrupt us masked; then the APIC itself on. */
int arch_irq_cpu_init(u32 slot, const char **why)
{
	(void)slot;
	*why = "its local APIC does not start";
	if (!apic_usable || apic_enter_mode())
		return -ENODEV;
	apic_mask_lvts();
	x86_apic_write(APIC_TPR, 0);
	x86_apic_write(APIC_SVR, SVR_ENABLE | X86_VECTOR_SPURIOUS);
	apic_end_leftovers();
	return 0;
}

void x86_apic_stop_others(void)
{
	u64 base;

	/* INIT sends the boot CPU to the firmware: not from another one. */
	if (apic_usable && !x86_rdmsr_safe(MSR_APIC_BASE, &base) && (base & APIC_BASE_BOOT_CPU))
		x86_apic_send(0, ICR_ALL_OTHERS | ICR_INIT);
}
