/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conf_lines - the lines of barestock.conf as names and values, before they mean anything. Pure;
 * the strings lie in the text, which is changed.
 */
#ifndef EFI_CONF_LINES_H
#define EFI_CONF_LINES_H

#include "conf.h"

#define CONF_LINES_MAX 64 /* presets with help and image, and the keys */

struct conf_line {
	const char *name;
	char *value;
	u32 line;
	bool is_taken; /* by a meaning */
};

struct conf_lines {
	struct conf_line at[CONF_LINES_MAX];
	u32 nr;
};

/* As conf_parse(). */
bool conf_lines_read(struct conf_lines *lines, char *text, size_t bytes, struct conf_error *error);

/* [a-z][a-z0-9_]* */
bool conf_is_name(const char *s);

#endif
