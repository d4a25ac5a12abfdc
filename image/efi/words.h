/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * words - a kernel's command line as the loader handles it: words with spaces between them. Pure.
 */
#ifndef EFI_WORDS_H
#define EFI_WORDS_H

#include <lib/types.h>

/* The last word that begins with @key, which is the one that counts; "" if there is none. */
const char *words_last(const char *line, const char *key);

/* @first and @second with a space between them, if neither is empty. False: cut. */
bool words_join(char *out, size_t bytes, const char *first, const char *second);

#endif
