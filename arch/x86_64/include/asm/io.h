/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * io - ports, model-specific registers, CPUID, control registers. Private to arch/x86_64.
 *
 * Invariant: each function is one instruction, volatile, in the order written. A register that not
 * every long-mode CPU has goes through the _safe forms. Left out: string forms, which no driver
 * here needs.
 */
#ifndef ASM_IO_H
#define ASM_IO_H

#include <lib/types.h>

static inline u8 x86_in8(u16 port)
{
	u8 v;

	__asm__ __volatile__("inb %1, %0" : "=a"(v) : "Nd"(port));
	return v;
}

static inline u32 x86_in32(u16 port)
{
	u32 v;

	__asm__ __volatile__("inl %1, %0" : "=a"(v) : "Nd"(port));
	return v;
}

static inline u16 x86_in16(u16 port)
{
	u16 v;

	__asm__ __volatile__("inw %1, %0" : "=a"(v) : "Nd"(port));
	return v;
}

static inline void x86_out16(u16 port, u16 v)
{
	__asm__ __volatile__("outw %0, %1" : : "a"(v), "Nd"(port));
}

static inline void x86_out8(u16 port, u8 v)
{
	__asm__ __volatile__("outb %0, %1" : : "a"(v), "Nd"(port));
}

static inline void x86_out32(u16 port, u32 v)
{
	__asm__ __volatile__("outl %0, %1" : : "a"(v), "Nd"(port));
}

/*
 * For registers that are architectural on every long-mode CPU; all others go through the _safe
 * forms.
 */
static inline u64 x86_rdmsr(u32 msr)
{
	u32 low, high;

	__asm__ __volatile__("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
	return (u64)high << 32 | low;
}

static inline void x86_wrmsr(u32 msr, u64 v)
{
	__asm__ __volatile__("wrmsr" : : "c"(msr), "a"((u32)v), "d"((u32)(v >> 32)) : "memory");
}

static inline u64 x86_read_cr4(void)
{
	u64 v;

	__asm__ __volatile__("mov %%cr4, %0" : "=r"(v));
	return v;
}

static inline void x86_write_cr4(u64 v)
{
	__asm__ __volatile__("mov %0, %%cr4" : : "r"(v) : "memory");
}

/* -EIO instead of a general protection fault. Need the IDT of arch_cpu_init(). */
int x86_rdmsr_safe(u32 msr, u64 *v);
int x86_wrmsr_safe(u32 msr, u64 v);

/*
 * a * b / c with 128 bits in between; the quotient must fit. The compiler would call a library for
 * it.
 */
static inline u64 x86_mul_div(u64 a, u64 b, u64 c)
{
	u64 low, high, quotient;

	__asm__("mulq %3" : "=a"(low), "=d"(high) : "0"(a), "rm"(b) : "cc");
	__asm__("divq %4" : "=a"(quotient), "=d"(high) : "0"(low), "1"(high), "rm"(c) : "cc");
	return quotient;
}

struct x86_cpuid {
	u32 eax, ebx, ecx, edx;
};

/* All zero for a leaf beyond the maximum, so that a caller need not ask first. */
struct x86_cpuid x86_cpuid(u32 leaf, u32 subleaf);

#define MSR_APIC_BASE	0x1b
#define MSR_TSC_ADJUST	0x3b
#define MSR_X2APIC_BASE 0x800
#define MSR_MTRR_CAP	0xfe
#define MSR_MTRR_VAR	0x200 /* base and mask of each variable range */
#define MSR_PAT		0x277
#define MSR_MTRR_TYPE	0x2ff /* of what no range covers */
#define MSR_EFER	0xc0000080u
#define MSR_GS_BASE	0xc0000101u
#define MSR_AMD_DE_CFG	0xc0011029u

#define CR4_PAE (1u << 5)
#define CR4_MCE (1u << 6)
#define CR4_PGE (1u << 7)

#define EFER_LME (1u << 8)
#define EFER_NXE (1u << 11)

#endif
