// SPDX-License-Identifier: GPL-2.0-only
/*
 * conf - reads the assignments first, in any order, and gives them their meaning afterwards: a
 * preset may stand before the list that names it.
 *
 * Every assignment must be taken by something; the ones that nothing took are the unknown names.
 */
#include "conf.h"
#include "conf_lines.h"

#include <lib/errno.h>
#include <lib/string.h>

static struct conf_line *line_take(struct conf_lines *lines, const char *name, const char *suffix)
{
	size_t n = strlen(name);

	for (u32 i = 0; i < lines->nr; i++) {
		struct conf_line *l = &lines->at[i];

		if (strncmp(l->name, name, n) || strcmp(l->name + n, suffix))
			continue;
		l->is_taken = true;
		return l;
	}
	return NULL;
}

static bool line_refuse(const struct conf_line *l, const char *word, const char *what,
			struct conf_error *error)
{
	error->line = l ? l->line : 0;
	string_copy(error->word, word, sizeof(error->word));
	error->what = what;
	return false;
}

static bool read_timeout(struct conf *conf, struct conf_lines *lines, struct conf_error *error)
{
	struct conf_line *l = line_take(lines, "timeout", "");
	u64 seconds;

	if (!l)
		return true;
	if (!strcmp(l->value, "-1")) {
		conf->timeout = CONF_WAIT_FOREVER;
		return true;
	}
	if (string_to_u64(l->value, &seconds) || seconds > 86400)
		return line_refuse(l, l->value, "timeout is -1 or seconds, at most 86400", error);
	conf->timeout = (s32)seconds;
	return true;
}

/*
 * The keys; then what means something to GRUB once it is set (GRUB manual, "Special environment
 * variables"; * is any end). Those of our grub.cfg are upper case.
 */
static const char *const reserved[] = {
	"timeout",
	"default",
	"presets",
	"common",

	"biosnum",
	"check_*",
	"chosen",
	"cmdpath",
	"color_*",
	"config_*",
	"cryptodisk_*",
	"debug",
	"fallback",
	"feature_*",
	"gfx*",
	"grub_*",
	"icondir",
	"lang",
	"locale_dir",
	"lockdown",
	"menu_*",
	"net_*",
	"pager",
	"prefix",
	"pxe_*",
	"root",
	"secondary_locale_dir",
	"shim_lock",
	"superusers",
	"theme",
	"timeout_style",
	"tpm_*",
};

static bool is_like(const char *name, const char *pattern)
{
	for (; *pattern && *pattern != '*'; name++, pattern++) {
		if (*name != *pattern)
			return false;
	}
	return *pattern || !*name;
}

static bool name_is_reserved(const char *name)
{
	size_t n = strlen(name);

	for (u32 i = 0; i < ARRAY_SIZE(reserved); i++) {
		if (is_like(name, reserved[i]))
			return true;
	}
	return (n > 5 && !strcmp(name + n - 5, "_help")) ||
	       (n > 6 && !strcmp(name + n - 6, "_image"));
}

static bool read_image(struct conf_preset *p, struct conf_lines *lines, struct conf_error *error)
{
	struct conf_line *l = line_take(lines, p->name, "_image");

	if (!l || !strcmp(l->value, "bench"))
		return true;
	if (strcmp(l->value, "test"))
		return line_refuse(l, l->value, "an image is bench or test", error);
	p->image = CONF_TEST;
	return true;
}

static s32 preset_find(const struct conf *conf, const char *name)
{
	for (u32 i = 0; i < conf->nr_presets; i++) {
		if (!strcmp(conf->preset[i].name, name))
			return (s32)i;
	}
	return -1;
}

static bool add_preset(struct conf *conf, struct conf_lines *lines, const struct conf_line *list,
		       const char *name, struct conf_error *error)
{
	struct conf_preset *p = &conf->preset[conf->nr_presets];
	struct conf_line *words, *help;

	if (conf->nr_presets == CONF_PRESETS_MAX)
		return line_refuse(list, name, "more than 16 presets", error);
	if (!conf_is_name(name) || strlen(name) > CONF_NAME_MAX || name_is_reserved(name))
		return line_refuse(list, name, "cannot be the name of a preset", error);
	if (preset_find(conf, name) >= 0)
		return line_refuse(list, name, "is listed twice in presets", error);
	words = line_take(lines, name, "");
	if (!words)
		return line_refuse(list, name, "is listed in presets and set nowhere", error);
	help = line_take(lines, name, "_help");
	*p = (struct conf_preset){ .name = name,
				   .words = words->value,
				   .help = help ? help->value : "" };
	if (!read_image(p, lines, error))
		return false;
	conf->nr_presets++;
	return true;
}

/* Cuts the list at its spaces. */
static bool read_presets(struct conf *conf, struct conf_lines *lines, struct conf_error *error)
{
	struct conf_line *list = line_take(lines, "presets", "");
	char *at;

	if (!list)
		return line_refuse(NULL, "presets", "is missing", error);
	for (at = list->value; *at;) {
		char *name = at;

		while (*at && *at != ' ')
			at++;
		if (*at)
			*at++ = '\0';
		if (*name && !add_preset(conf, lines, list, name, error))
			return false;
	}
	if (!conf->nr_presets)
		return line_refuse(list, "presets", "lists none", error);
	return true;
}

static bool read_default(struct conf *conf, struct conf_lines *lines, struct conf_error *error)
{
	struct conf_line *l = line_take(lines, "default", "");
	s32 found = l ? preset_find(conf, l->value) : 0;

	if (found < 0)
		return line_refuse(l, l->value, "is the default and not listed in presets", error);
	conf->chosen = (u32)found;
	return true;
}

static bool refuse_unknown(const struct conf_lines *lines, struct conf_error *error)
{
	for (u32 i = 0; i < lines->nr; i++) {
		const struct conf_line *l = &lines->at[i];

		if (!l->is_taken)
			return line_refuse(l, l->name, "is no key, and presets does not list it",
					   error);
	}
	return true;
}

static bool conf_read(struct conf *conf, struct conf_lines *lines, struct conf_error *error)
{
	struct conf_line *common = line_take(lines, "common", "");

	conf->timeout = 5;
	conf->common = common ? common->value : "";
	return read_timeout(conf, lines, error) && read_presets(conf, lines, error) &&
	       read_default(conf, lines, error) && refuse_unknown(lines, error);
}

static struct conf_lines conf_lines; /* too large for a firmware's stack */

bool conf_parse(struct conf *conf, char *text, size_t bytes, struct conf_error *error)
{
	*conf = (struct conf){ 0 };
	*error = (struct conf_error){ 0 };
	if (conf_lines_read(&conf_lines, text, bytes, error) && conf_read(conf, &conf_lines, error))
		return true;
	conf_defaults(conf);
	return false;
}

/* The text is cut into strings where it lies, so it is read once. */
void conf_defaults(struct conf *conf)
{
	static struct conf shipped;
	struct conf_error error;

	if (!shipped.nr_presets &&
	    conf_lines_read(&conf_lines, conf_shipped, conf_shipped_bytes, &error))
		conf_read(&shipped, &conf_lines, &error);
	*conf = shipped;
}

const char *conf_image_name(enum conf_image image)
{
	return image == CONF_TEST ? "test" : "bench";
}
