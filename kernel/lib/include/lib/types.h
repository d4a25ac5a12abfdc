/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * types - the basic integer types and compiler words that every file uses.
 *
 * Freestanding: only headers that the C standard promises without a library. Host tests build with
 * the same ones.
 */
#ifndef LIB_TYPES_H
#define LIB_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define __always_inline	 inline __attribute__((always_inline))
#define __noinline	 __attribute__((noinline))
#define __noreturn	 __attribute__((noreturn))
#define __packed	 __attribute__((packed))
#define __aligned(n)	 __attribute__((aligned(n)))
#define __used		 __attribute__((used))
#define __section(name)	 __attribute__((section(name)))
#define __printf_like(f) __attribute__((format(printf, f, f + 1)))

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define ARRAY_SIZE(a)		       (sizeof(a) / sizeof((a)[0]))
#define container_of(ptr, type, field) ((type *)((char *)(ptr)-offsetof(type, field)))
#define static_assert _Static_assert

/* The compiler may not move memory accesses across; the CPU may. */
#define barrier() __asm__ __volatile__("" ::: "memory")

/* One access, neither torn nor repeated nor left out. For words that another context changes. */
#define READ_ONCE(x)	 (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))

static inline u64 min_u64(u64 a, u64 b)
{
	return a < b ? a : b;
}

static inline u64 max_u64(u64 a, u64 b)
{
	return a > b ? a : b;
}

/* @align is a power of two. */
static inline u64 align_up(u64 x, u64 align)
{
	return (x + align - 1) & ~(align - 1);
}

static inline u64 align_down(u64 x, u64 align)
{
	return x & ~(align - 1);
}

#endif
