// SPDX-License-Identifier: GPL-2.0-only
/*
 * slab - what the tests of the slab share.
 */
#include <test/slab.h>

#include <core/percpu_alloc.h>
#include <mm/kmalloc.h>
#include <test/test.h>

static u32 nr_errors; /* any CPU, any context */
static enum slab_error last_error;
static size_t percpu_before;

static void error_note(enum slab_error kind, const struct kmem_cache *cache, const void *object)
{
	(void)cache, (void)object;
	last_error = kind;
	__atomic_fetch_add(&nr_errors, 1, __ATOMIC_RELAXED);
}

void slab_watch_errors(void (*set_hook)(slab_error_hook *hook))
{
	nr_errors = 0;
	set_hook(error_note);
}

void slab_unwatch_errors(void (*set_hook)(slab_error_hook *hook))
{
	set_hook(NULL);
	EXPECT_EQ(nr_errors, 0);
}

void slab_begin(void)
{
	percpu_before = percpu_alloc_nr_used();
	slab_watch_errors(slab_error_set_hook);
	EXPECT_EQ(kmalloc_init(), 0);
}

void slab_end(void)
{
	EXPECT_EQ(slab_check(), 0);
	EXPECT_EQ(slab_report_leaks(), 0);
	EXPECT_EQ(kmalloc_exit(), 0);
	slab_unwatch_errors(slab_error_set_hook);
	EXPECT_EQ(percpu_alloc_nr_used(), percpu_before);
}

void slab_expect_error(enum slab_error kind)
{
	EXPECT_EQ(nr_errors, 1);
	EXPECT_EQ(last_error, kind);
	nr_errors = 0;
}

static u8 stamp_byte(const void *object, u32 at, u32 tag)
{
	return (u8)(((u64)object >> 3) * 31 + at * 7 + tag);
}

void slab_stamp(void *object, u32 bytes, u32 tag)
{
	for (u32 i = 0; i < bytes; i++)
		((volatile u8 *)object)[i] = stamp_byte(object, i, tag);
}

bool slab_stamp_is_whole(const void *object, u32 bytes, u32 tag)
{
	for (u32 i = 0; i < bytes; i++)
		if (((const volatile u8 *)object)[i] != stamp_byte(object, i, tag))
			return false;
	return true;
}
