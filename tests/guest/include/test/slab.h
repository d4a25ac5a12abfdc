/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slab - what the tests of the slab share: its caches for the length of a test, contents that show
 * whether an object is whole, and the mistakes that were reported.
 */
#ifndef TEST_SLAB_H
#define TEST_SLAB_H

#include <lib/types.h>
#include <mm/slab_check.h>
#include <mm/slab_error.h>

/* All caches of kmalloc; no mistake yet. */
void slab_begin(void);

/* Everything is in order, no mistake but those expected, and all is given back. */
void slab_end(void);

/*
 * From here to there no mistake but those expected is made, with the slab whose hook @set_hook
 * sets; one at a time. Both are part of slab_begin() and slab_end().
 */
void slab_watch_errors(void (*set_hook)(slab_error_hook *hook));
void slab_unwatch_errors(void (*set_hook)(slab_error_hook *hook));

/* Exactly one mistake since the last question, and this one. */
void slab_expect_error(enum slab_error kind);

/* Fill @bytes at @object with what only @object and @tag give; and is it all still there? */
void slab_stamp(void *object, u32 bytes, u32 tag);
bool slab_stamp_is_whole(const void *object, u32 bytes, u32 tag);

static inline u32 slab_random(u32 *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 12;
}

#endif
