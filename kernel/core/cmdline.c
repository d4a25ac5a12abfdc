// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmdline - a copy of the loader's text, cut into words in place. A key given twice counts with its
 * last value, as people append to override.
 */
#include <core/cmdline.h>

#include <arch/boot_info.h>
#include <arch/services.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>

#define CMDLINE_WORDS_MAX 64

struct cmdline_key {
	const char *name;
	const char *help;
};

static const struct cmdline_key cmdline_keys[] = {
	{ "case", "names of cases, comma-separated; all" },
	{ "model", "none, voluntary, full, comma-separated; all" },
	{ "variant", "names of variants, comma-separated; -: cases without; all" },
	{ "size", "bytes of an object, comma-separated; 0: cases without; all" },
	{ "accounting", "on, objects-off, controller-off, -; all" },
	{ "v1", "0, 1 or both: group hierarchy of version 1" },
	{ "context", "task, softirq, hardirq; all" },
	{ "irqs", "on, off or both: at entry of the measured block" },
	{ "nest", "0, 1 or both: outermost, inside a section of its own kind" },
	{ "samples", "samples a run" },
	{ "loops", "times that a block runs in a sample; 0: as the profile says" },
	{ "load", "milliseconds that each run of threads lasts" },
	{ "profile", "quick, published, full" },
	{ "budget", "seconds that measuring may take; 0: no limit" },
	{ "tick", "periodic interrupts a second on the measuring CPU; 0: none" },
	{ "cpus", "how many CPUs to start at most" },
	{ "core",
	  "CPUs that measure, one after the other, comma-separated; each: one of each kind" },
	{ "nodes", "1 or 2: halves of memory that count as nodes" },
	{ "seed", "of everything that is random" },
	{ "env", "what the runner says the machine is; only cross-checked" },
	{ "exit", "how to end: halt, poweroff, or the emulator's own; wins over end=" },
	{ "end", "how to end a real machine: halt, poweroff, reset; reset if results are kept" },
	{ "results", "none: keep no log in memory for the loader to write" },
	{ "hold", "seconds the screen stays before reset or poweroff; 10" },
	{ "preset", "what the loader's menu calls these words; for records" },
	{ "list", "cases: list them and stop" },
	{ "tests", "prefix of the names of the tests to run" },
	{ "storm", "test image: seconds that the storm of the subjects takes; 1" },
	{ "acpi", "off: leave the ACPI tables alone; fwcfg: take them from the emulator" },
	{ "fault", "test image: make this fault happen" },
};

static char cmdline_text[BOOT_CMDLINE_MAX];
static const char *cmdline_words[CMDLINE_WORDS_MAX];
static u32 nr_cmdline_words;
static bool cmdline_has_more; /* words that did not fit */

/* The value of @word if it is `key=...` or just `key`. */
static const char *word_value(const char *word, const char *key)
{
	size_t n = strlen(key);

	if (strncmp(word, key, n))
		return NULL;
	if (word[n] == '=')
		return word + n + 1;
	return word[n] ? NULL : "";
}

static bool word_is_known(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(cmdline_keys); i++)
		if (word_value(word, cmdline_keys[i].name))
			return true;
	return false;
}

static void cmdline_print_keys(void)
{
	printk("valid keys:");
	for (size_t i = 0; i < ARRAY_SIZE(cmdline_keys); i++)
		printk("  %-10s %s", cmdline_keys[i].name, cmdline_keys[i].help);
}

void cmdline_parse(void)
{
	char *at = cmdline_text;

	string_copy(cmdline_text, boot_info.cmdline, sizeof(cmdline_text));
	for (;;) {
		while (*at == ' ' || *at == '\t')
			*at++ = '\0';
		cmdline_has_more = *at && nr_cmdline_words == CMDLINE_WORDS_MAX;
		if (!*at || cmdline_has_more)
			return;
		cmdline_words[nr_cmdline_words++] = at;
		while (*at && *at != ' ' && *at != '\t')
			at++;
	}
}

/* The one choice that only drivers read, each for itself. */
static int cmdline_check_acpi(void)
{
	const char *value = cmdline_value("acpi");

	if (!value || !strcmp(value, "off") || !strcmp(value, "fwcfg"))
		return 0;
	printk("error: acpi=%s: valid are off, fwcfg", value);
	return -EINVAL;
}

int cmdline_check(void)
{
	if (boot_info.cmdline_truncated) {
		printk("error: command line: longer than %d characters", BOOT_CMDLINE_MAX - 1);
		return -EINVAL;
	}
	if (cmdline_has_more) {
		printk("error: command line: more than %d words", CMDLINE_WORDS_MAX);
		return -EINVAL;
	}
	for (u32 i = 0; i < nr_cmdline_words; i++) {
		if (word_is_known(cmdline_words[i]))
			continue;
		printk("error: command line: unknown key in \"%s\"", cmdline_words[i]);
		cmdline_print_keys();
		return -EINVAL;
	}
	return cmdline_check_acpi();
}

const char *cmdline_value(const char *key)
{
	const char *found = NULL;

	for (u32 i = 0; i < nr_cmdline_words; i++) {
		const char *value = word_value(cmdline_words[i], key);

		if (value)
			found = value;
	}
	return found;
}

const char *arch_cmdline_value(const char *key)
{
	return cmdline_value(key);
}

int cmdline_u64(const char *key, u64 otherwise, u64 min, u64 max, u64 *out)
{
	const char *text = cmdline_value(key);

	*out = otherwise;
	if (!text)
		return 0;
	if (!string_to_u64(text, out) && *out >= min && *out <= max)
		return 0;
	printk("error: command line: %s=%s is not a number from %llu to %llu", key, text,
	       (unsigned long long)min, (unsigned long long)max);
	return -EINVAL;
}
