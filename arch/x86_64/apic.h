/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * apic - registers of the local APIC (SDM vol. 3, table 11-1), and what the files around it share.
 *
 * Invariant: offsets are those of the memory page; x2APIC numbers follow from them (apic.c). A
 * register is named here once somebody uses it. Reads and writes act on the calling CPU's own APIC.
 */
#ifndef X86_APIC_H
#define X86_APIC_H

#include <lib/types.h>

#define APIC_ID		   0x020
#define APIC_VERSION	   0x030
#define APIC_TPR	   0x080
#define APIC_EOI	   0x0b0
#define APIC_SVR	   0x0f0
#define APIC_ISR	   0x100 /* 8 registers of 32 vectors, 16 bytes apart */
#define APIC_LVT_CMCI	   0x2f0
#define APIC_ICR_LOW	   0x300
#define APIC_ICR_HIGH	   0x310
#define APIC_LVT_TIMER	   0x320
#define APIC_LVT_THERMAL   0x330
#define APIC_LVT_PMI	   0x340
#define APIC_LVT_LINT0	   0x350
#define APIC_LVT_LINT1	   0x360
#define APIC_LVT_ERROR	   0x370
#define APIC_TIMER_INITIAL 0x380
#define APIC_TIMER_CURRENT 0x390
#define APIC_TIMER_DIVIDE  0x3e0
#define APIC_SELF_IPI	   0x3f0 /* x2APIC only */
#define APIC_EXT_FEATURE   0x400 /* this and what follows: AMD only (APM vol. 2, 16.3.4) */
#define APIC_EXT_LVT	   0x500
#define APIC_EXT_LVTS_MAX  16

/* What a message does and whom it reaches, for x86_apic_send(); levels are asserted. */
#define ICR_ASSERT     (1u << 14)
#define ICR_INIT       (5u << 8 | ICR_ASSERT)
#define ICR_STARTUP    (6u << 8 | ICR_ASSERT)
#define ICR_SELF       (1u << 18)
#define ICR_ALL_OTHERS (3u << 18)

/* In the version register: the extended space is there. */
#define APIC_VERSION_EXT (1u << 31)

/* In every LVT entry. */
#define LVT_MASKED (1u << 16)

/*
 * Each CPU, once faults are repaired and before anything can panic: what is sent or asked from here
 * on goes by the mode that firmware left it in, until arch_irq_cpu_init() settles that.
 */
void x86_apic_read_mode(void);

int x86_apic_init(const char **name, const char **why);

/* The id that arch_ipi_send() uses for @slot. Boot CPU, before that CPU starts. */
void x86_apic_set_id(u32 slot, u32 apic_id);

/* Can a CPU with this id be reached in the mode that all use? */
bool x86_apic_reaches(u64 apic_id);

/* INIT to everybody else: they do nothing more until a reset. The end of the machine only, and from
 * the boot CPU; from any other it does nothing.
 */
void x86_apic_stop_others(void);

#endif
