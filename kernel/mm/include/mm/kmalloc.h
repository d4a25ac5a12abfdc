/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kmalloc - memory of any size: a cache for each class from 8 bytes to 8 KiB, pages above that.
 *
 * Contexts and what is found to be wrong as in mm/slab.h. Accounted memory has caches of its own,
 * as in Linux from 5.14 on, so that a slab has owners for all objects or none.
 */
#ifndef MM_KMALLOC_H
#define MM_KMALLOC_H

#include <mm/slab.h>

#define KMALLOC_CLASSES		14u
#define KMALLOC_CLASS_MAX_BYTES 8192u
#define KMALLOC_MAX_BYTES	(4ul << 20)

/* What kmalloc(0) gives: may be freed, not used. */
#define ZERO_SIZE_PTR	    ((void *)16)
#define ZERO_OR_NULL_PTR(p) ((unsigned long)(p) <= (unsigned long)ZERO_SIZE_PTR)

/* [accounted][class]; class 0 does not exist. Written by kmalloc_init() and kmalloc_exit(). */
extern struct kmem_cache *kmalloc_caches[2][KMALLOC_CLASSES];

/* All caches. 0 or -ENOMEM, with none. Once before anything else here. Context: tasks. */
int kmalloc_init(void);

/*
 * All caches away: 0, -EBUSY if memory is in use, which slab_report_leaks() names. Context: tasks.
 */
int kmalloc_exit(void);

/* Powers of two have their exponent; 96 and 192 lie between two of them. @size from 1 to 8 KiB. */
static __always_inline u32 kmalloc_class(size_t size)
{
	if (size <= 8)
		return 3;
	if (size > 64 && size <= 96)
		return 1;
	if (size > 128 && size <= 192)
		return 2;
	return 64u - (u32)__builtin_clzll(size - 1);
}

static __always_inline u32 kmalloc_type(u32 gfp)
{
	return !!(gfp & __GFP_ACCOUNT);
}

/* For sizes that are not constant. */
void *kmalloc_sized(size_t size, u32 gfp);

/* NULL: no memory, refused, or more than KMALLOC_MAX_BYTES. 0 bytes: ZERO_SIZE_PTR. */
static __always_inline void *kmalloc(size_t size, u32 gfp)
{
	if (__builtin_constant_p(size) && size && size <= KMALLOC_CLASS_MAX_BYTES)
		return kmem_cache_alloc(kmalloc_caches[kmalloc_type(gfp)][kmalloc_class(size)],
					gfp);
	return kmalloc_sized(size, gfp);
}

static __always_inline void *kzalloc(size_t size, u32 gfp)
{
	return kmalloc(size, gfp | __GFP_ZERO);
}

void *kmalloc_node(size_t size, u32 gfp, int node);

/* NULL if the product overflows, too. */
void *kmalloc_array(size_t n, size_t size, u32 gfp);
void *kcalloc(size_t n, size_t size, u32 gfp);

/* What kmalloc() gave, an object of any cache, NULL or ZERO_SIZE_PTR. Any CPU. */
void kfree(const void *object);

/* How many bytes may be used; 0 for NULL, ZERO_SIZE_PTR, and what is not ours. */
size_t ksize(const void *object);

#endif
