/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conf - barestock.conf: which presets there are, and what each says to the kernel.
 *
 * The file is a GRUB script as well, so its grammar is what means the same to both: comments and
 * `name=value`, bare or in double quotes, nothing that GRUB would expand. What is not known is an
 * error with its line and word, never ignored: a mistyped key would otherwise be a run that nobody
 * asked for. Pure; the text is cut into strings where it lies and must outlive the result.
 */
#ifndef EFI_CONF_H
#define EFI_CONF_H

#include <lib/types.h>

#define CONF_BYTES_MAX	  (64u << 10)
#define CONF_PRESETS_MAX  16
#define CONF_NAME_MAX	  31 /* fits RESULTS_PRESET_BYTES */
#define CONF_WAIT_FOREVER (-1)

enum conf_image {
	CONF_BENCH,
	CONF_TEST,
};

struct conf_preset {
	const char *name;
	const char *words;
	const char *help; /* "" if there is none */
	enum conf_image image;
};

struct conf {
	s32 timeout; /* seconds; CONF_WAIT_FOREVER */
	u32 chosen;  /* the default: an index into preset[] */
	const char *common;
	struct conf_preset preset[CONF_PRESETS_MAX];
	u32 nr_presets;
};

struct conf_error {
	u32 line; /* 0: the file as a whole */
	char word[40];
	const char *what;
};

/* image/barestock.conf as it was when the loader was built (mk/conf.mk); a 0 is behind it. */
extern char conf_shipped[];
extern const size_t conf_shipped_bytes;

/* What is used where there is no file, or none that can be read: the one that is shipped. */
void conf_defaults(struct conf *conf);

/*
 * @text: @bytes of the file and room for one more. False: *@error says why, and *@conf holds the
 * defaults.
 */
bool conf_parse(struct conf *conf, char *text, size_t bytes, struct conf_error *error);

/* "bench" or "test", as in the kernel's file name. */
const char *conf_image_name(enum conf_image image);

#endif
