/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sysreg - system registers by name, and the bits that more than one file uses. Private to
 * arch/arm64.
 *
 * Names as in the Arm ARM (DDI 0487). At EL2 with E2H the names that end in _EL1 reach the EL2
 * registers, so one text serves both exception levels; TPIDR_EL1 and SP_EL0 are not redirected and
 * mean the same at both.
 */
#ifndef ASM_SYSREG_H
#define ASM_SYSREG_H

#include <lib/types.h>

#define sysreg_read(reg)                                             \
	({                                                           \
		u64 val__;                                           \
		__asm__ __volatile__("mrs %0, " #reg : "=r"(val__)); \
		val__;                                               \
	})

#define sysreg_write(reg, val) __asm__ __volatile__("msr " #reg ", %x0" : : "rZ"((u64)(val)))

#define isb()	  __asm__ __volatile__("isb" : : : "memory")
#define dsb(kind) __asm__ __volatile__("dsb " #kind : : : "memory")

#define PSR_F_BIT (1ul << 6)
#define PSR_I_BIT (1ul << 7)

#define CURRENT_EL_EL2 0x8ul

/* Affinity fields of MPIDR_EL1: what names a CPU. */
#define MPIDR_ID_MASK 0xff00fffffful

/* Does this CPU run at EL2? It does so with VHE only. */
static inline bool arm64_at_el2(void)
{
	return sysreg_read(CurrentEL) == CURRENT_EL_EL2;
}

/* The four-bit field of an ID register that starts at @shift. */
static inline u32 id_field(u64 reg, u32 shift)
{
	return (u32)(reg >> shift) & 0xf;
}

#endif
