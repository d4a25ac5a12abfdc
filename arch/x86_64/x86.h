/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86 - what the files of this folder share with each other and with the assembly here. Nobody else
 * includes it.
 *
 * Invariant: what is declared here begins with x86_ and is defined in the file named beside it. The
 * rest of the kernel sees this folder through <arch/...> only.
 */
#ifndef X86_H
#define X86_H

#include <lib/types.h>
#include <lib/acpi.h>
#include <asm/io.h>
#include <asm/layout.h>

#define CPUID_HYPERVISOR (1u << 31) /* 1 ecx: a virtual machine */

/* From start.asm, once, on the boot stack. @protocol: enum x86_boot_protocol. */
void x86_boot(u32 protocol, u32 info_phys, u32 image_phys) __noreturn;

/* trap_entry.asm, for every vector. */
void x86_trap(struct trap_frame *tf);
extern const char x86_trap_stubs[];

/* fixup.c: true if the fault was one that is expected and repaired. */
bool x86_fixup_apply(struct trap_frame *tf);

/* gdt.c: this CPU's segments, task state with its fault stacks, and the common IDT. */
void x86_gdt_init(u32 slot);

/* apic.c. The id of the calling CPU, by which the tables know it and messages reach it. */
u32 x86_apic_id(void);
bool x86_apic_present(void);
void x86_apic_eoi(void);
void x86_apic_send(u64 apic_id, u32 icr_low);
u32 x86_apic_read(u32 reg);
void x86_apic_write(u32 reg, u32 value);

/* cpu.c: every CPU that runs makes lfence wait for earlier instructions. */
bool x86_lfence_is_ordered(void);

/* memtype.c: does this CPU cache memory as the boot CPU, which asks first, does? A line if not. */
void x86_memtype_check(u32 slot);

/* power.c: the boot CPU, once tables can be read; then in any context. Both may come back. */
void x86_power_init(void);
void x86_power_off(void);
void x86_power_reset(void);

/* tables.c: opened once. NULL or false where there is no usable ACPI. */
bool x86_acpi(struct acpi *out);

/*
 * clock.c: the rate found at boot; a safe guess (too high, so that bounds are long enough) before
 * and without one.
 */
u64 x86_tsc_hz(void);

/* Each CPU, the boot CPU first. */
void x86_clock_check_adjust(u32 slot);

/* reference.c. A counter beside the TSC; counts up and wraps at @mask. */
struct x86_reference {
	u64 (*read)(const struct x86_reference *self);
	u64 hz; /* if known */
	u64 mask;
	u16 port;
	volatile u32 *regs;
};

/* Both at about the same moment: of several readings the one with the narrowest bracket. */
u64 x86_reference_read(const struct x86_reference *ref, u64 *tsc);

/* The TSC's rate against another counter, for about @us; 0: it cannot tell. */
u64 x86_pm_timer_tsc_hz(u32 us);
u64 x86_hpet_tsc_hz(u32 us);
u64 x86_pit_tsc_hz(u32 us);

#endif
