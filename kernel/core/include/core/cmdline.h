/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmdline - `key=value` words separated by blanks. Every key is known here; an unknown one ends the
 * boot with the list: a word that was misspelt must not measure something else in silence.
 *
 * Words are split once, early, and constant afterwards, so any context may ask for a value. There
 * is no quoting. What a value means is for whoever asks.
 */
#ifndef CORE_CMDLINE_H
#define CORE_CMDLINE_H

#include <lib/types.h>

/*
 * Split boot_info.cmdline, as far as it can be. Context: boot CPU, once, before anybody asks for a
 * value. Nothing is judged here, so that exit_init() can learn how to end before something is
 * wrong.
 */
void cmdline_parse(void);

/* 0, or -EINVAL after a line that names what is wrong, and the valid keys if it is a key. */
int cmdline_check(void);

/*
 * The value of @key, "" for a word without '=', NULL if it is not there. @key must be in the list.
 */
const char *cmdline_value(const char *key);

/*
 * A number in [@min, @max]; @otherwise if the key is absent. -EINVAL, after a line that says so,
 * for anything else.
 */
int cmdline_u64(const char *key, u64 otherwise, u64 min, u64 max, u64 *out);

#endif
