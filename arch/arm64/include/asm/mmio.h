/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mmio - device registers. One plain load or store each: a hypervisor cannot emulate the forms that
 * a compiler might choose. Device memory keeps accesses to one device in order; order against RAM
 * is the caller's. Private to arch/arm64.
 */
#ifndef ASM_MMIO_H
#define ASM_MMIO_H

#include <lib/types.h>

/* More polls than any wait here takes on working hardware, and a second or so on broken one. */
#define MMIO_SPINS_MAX 1000000u

static inline u32 mmio_read32(const void *base, u32 offset)
{
	u32 v;

	__asm__ __volatile__("ldr %w0, [%1]"
			     : "=r"(v)
			     : "r"((const char *)base + offset)
			     : "memory");
	return v;
}

static inline u64 mmio_read64(const void *base, u32 offset)
{
	u64 v;

	__asm__ __volatile__("ldr %0, [%1]"
			     : "=r"(v)
			     : "r"((const char *)base + offset)
			     : "memory");
	return v;
}

static inline u8 mmio_read8(const void *base, u32 offset)
{
	u32 v;

	__asm__ __volatile__("ldrb %w0, [%1]"
			     : "=r"(v)
			     : "r"((const char *)base + offset)
			     : "memory");
	return (u8)v;
}

static inline void mmio_write32(void *base, u32 offset, u32 v)
{
	__asm__ __volatile__("str %w0, [%1]" : : "rZ"(v), "r"((char *)base + offset) : "memory");
}

static inline void mmio_write16(void *base, u32 offset, u16 v)
{
	__asm__ __volatile__("strh %w0, [%1]"
			     :
			     : "rZ"((u32)v), "r"((char *)base + offset)
			     : "memory");
}

static inline void mmio_write8(void *base, u32 offset, u8 v)
{
	__asm__ __volatile__("strb %w0, [%1]"
			     :
			     : "rZ"((u32)v), "r"((char *)base + offset)
			     : "memory");
}

/* Wait until the bits of @mask are all zero. False: they did not become so. */
static inline bool mmio_wait_clear(const void *base, u32 offset, u32 mask)
{
	for (u32 i = 0; i < MMIO_SPINS_MAX; i++)
		if (!(mmio_read32(base, offset) & mask))
			return true;
	return false;
}

#endif
