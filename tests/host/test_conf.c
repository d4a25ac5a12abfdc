// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_conf - barestock.conf as people write it, and what is refused with which line and word.
 */
#include "test.h"
#include <conf.h>

static struct conf conf;
static struct conf_error error;

/* The text is in memory of exactly its size and the one byte more that is promised. */
static bool parse(const char *text)
{
	size_t n = strlen(text);
	char *copy = test_bytes(NULL, n + 1);

	memcpy(copy, text, n);
	return conf_parse(&conf, copy, n, &error);
}

static void refuse(const char *text, u32 line, const char *word, const char *what)
{
	CHECK(!parse(text));
	CHECK_EQ(error.line, line);
	CHECK_STR(error.word, word);
	if (!strstr(error.what, what))
		test_fail(__FILE__, __LINE__, "\"%s\": said \"%s\", not \"%s\"", text, error.what,
			  what);
	/* What is used then. */
	CHECK_EQ(conf.nr_presets, 4);
	CHECK_STR(conf.preset[conf.chosen].name, "quick");
}

TEST(conf_reads_what_a_person_writes)
{
	CHECK(parse("# a comment: \"$x\" ; rm\n"
		    "timeout=7  # seconds\n"
		    "  default=mine\r\n"
		    "presets=\" quick  mine \"\n"
		    "\n"
		    "common=\"end=reset\"\n"
		    "mine=\"case=irq_save samples=3\" # close\n"
		    "mine_help=\"what I want, (at) once: 100% & more\"\n"
		    "mine_image=test\n"
		    "quick=profile=quick"));
	CHECK_EQ(conf.timeout, 7);
	CHECK_EQ(conf.nr_presets, 2);
	CHECK_EQ(conf.chosen, 1);
	CHECK_STR(conf.common, "end=reset");
	CHECK_STR(conf.preset[0].name, "quick");
	CHECK_STR(conf.preset[0].words, "profile=quick");
	CHECK_STR(conf.preset[0].help, "");
	CHECK_EQ(conf.preset[0].image, CONF_BENCH);
	CHECK_STR(conf.preset[1].words, "case=irq_save samples=3");
	CHECK_STR(conf.preset[1].help, "what I want, (at) once: 100% & more");
	CHECK_EQ(conf.preset[1].image, CONF_TEST);
}

TEST(conf_has_defaults)
{
	CHECK(parse("presets=a\na=\"\"\n"));
	CHECK_EQ(conf.timeout, 5);
	CHECK_EQ(conf.chosen, 0);
	CHECK_STR(conf.common, "");
	CHECK_STR(conf.preset[0].words, "");
	CHECK(parse("presets=a\na=b\ntimeout=-1"));
	CHECK_EQ(conf.timeout, CONF_WAIT_FOREVER);
	CHECK(parse("\xef\xbb\xbf# \xc3\xa4\npresets=a\na=b\n"));
}

TEST(conf_falls_back_on_what_is_shipped)
{
	/* Twice: the text has been cut by then. */
	conf_defaults(&conf);
	conf_defaults(&conf);
	CHECK_EQ(conf.nr_presets, 4);
	CHECK_EQ(conf.timeout, 5);
	CHECK_STR(conf.preset[0].name, "quick");
	CHECK_STR(conf.preset[0].words, "profile=quick");
	CHECK_EQ(conf.preset[3].image, CONF_TEST);
	/* A machine without a log must not be reset for ever. */
	CHECK_STR(conf.common, "");
}

TEST(conf_refuses_unknown_names)
{
	refuse("presets=a\na=b\ntime=3\n", 3, "time", "is no key");
	refuse("a=b\npresets=\"a c\"\n", 2, "c", "set nowhere");
	refuse("presets=a\na=b\nc=d\n", 3, "c", "presets does not list it");
	refuse("presets=a\na=b\nc_help=d\n", 3, "c_help", "is no key");
	refuse("presets=a\na=b\ndefault=c\n", 3, "c", "not listed");
	refuse("presets=a\na=b\na_image=kernel\n", 3, "kernel", "bench or test");
	refuse("timeout=3\n", 0, "presets", "is missing");
	refuse("", 0, "presets", "is missing");
	refuse("presets=\"\"\n", 1, "presets", "lists none");
}

TEST(conf_refuses_names_that_mean_two_things)
{
	refuse("presets=timeout\n", 1, "timeout", "cannot be the name");
	refuse("presets=\"common\"\ncommon=x", 1, "common", "cannot be the name");
	refuse("presets=\"a a_help\"\na=b\na_help=x", 1, "a_help", "cannot be the name");
	refuse("presets=\"a B\"\na=b\n", 1, "B", "cannot be the name");
	refuse("presets=abcdefghijklmnopqrstuvwxyzabcdefg\n", 1,
	       "abcdefghijklmnopqrstuvwxyzabcdefg", "cannot be the name");
	refuse("presets=\"a a\"\na=b\n", 1, "a", "twice");
	refuse("presets=a\na=b\n\na=c\n", 4, "a", "set twice");
}

TEST(conf_refuses_names_that_grub_uses)
{
	static const char *const names[] = { "root",	   "prefix", "gfxmode", "color_normal",
					     "superusers", "theme",  "pxe_x",	"timeout_style" };
	char text[64];

	for (u32 i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(text, sizeof(text), "presets=%s\n%s=a\n", names[i], names[i]);
		refuse(text, 1, names[i], "cannot be the name");
	}
	CHECK(parse("presets=\"rooted lan names\"\nrooted=a\nlan=b\nnames=c # d\n"));
	CHECK_STR(conf.preset[2].words, "c");
}

TEST(conf_refuses_what_grub_reads_otherwise)
{
	refuse("presets=a\na=\"$b\"\n", 2, "$b\"", "not allowed in a value");
	refuse("presets=a\na=\"x\\y\"\n", 2, "\\y\"", "not allowed in a value");
	refuse("presets=a\na=b#c\n", 2, "#c", "needs quotes");
	refuse("presets=a\na=\"b\"#c\n", 2, "#c", "needs quotes");
	refuse("presets=a\na=b;reboot\n", 2, ";reboot", "needs quotes");
	refuse("presets=a\na='b c'\n", 2, "'b", "needs quotes");
	refuse("presets=a\na=b c\n", 2, "c", "several words need quotes");
	refuse("presets=a\na=\"b\" c\n", 2, "c", "several words need quotes");
	refuse("presets=a\na=\"b\n\"\n", 2, "\"b", "not closed");
	refuse("presets=a\na=\"b", 2, "\"b", "not closed");
	refuse("presets=a\na = b\n", 2, "a", "is not name=value");
	refuse("set a=b\n", 1, "set", "is not name=value");
	refuse("\n\nA=b\n", 3, "A=b", "is not name=value");
	refuse("=b\n", 1, "=b", "is not name=value");
	refuse("presets=a\na=\"\xc3\xa4\"\n", 2, "??\"", "not allowed in a value");
	refuse("timeout=86401\npresets=a\na=b", 1, "86401", "at most 86400");
	refuse("timeout=soon\npresets=a\na=b", 1, "soon", "timeout is");
	refuse("timeout=-2\npresets=a\na=b", 1, "-2", "timeout is");
}

TEST(conf_refuses_files_of_other_kinds)
{
	static const char utf16[] = "\xff\xfep\0r\0e\0s\0e\0t\0s\0=\0a\0";
	char *copy = test_bytes(utf16, sizeof(utf16));

	CHECK(!conf_parse(&conf, copy, sizeof(utf16) - 1, &error));
	CHECK_EQ(error.line, 1);
	CHECK_STR(error.word, "??p");
	copy = test_bytes(NULL, CONF_BYTES_MAX + 2);
	memset(copy, '\n', CONF_BYTES_MAX + 2);
	CHECK(!conf_parse(&conf, copy, CONF_BYTES_MAX + 1, &error));
	CHECK(strstr(error.what, "64 KiB"));
	CHECK(!conf_parse(&conf, copy, CONF_BYTES_MAX, &error));
	CHECK_STR(error.what, "is missing");
}

TEST(conf_has_room_for_so_many)
{
	char text[4096] = "presets=\"";
	size_t n;

	for (u32 i = 0; i < 17; i++) {
		n = strlen(text);
		snprintf(text + n, sizeof(text) - n, "p%u ", i);
	}
	n = strlen(text);
	snprintf(text + n, sizeof(text) - n, "\"\n");
	for (u32 i = 0; i < 17; i++) {
		n = strlen(text);
		snprintf(text + n, sizeof(text) - n, "p%u=a\n", i);
	}
	refuse(text, 1, "p16", "more than 16");
	text[0] = '\0';
	for (u32 i = 0; i < 65; i++) {
		n = strlen(text);
		snprintf(text + n, sizeof(text) - n, "k%u=a\n", i);
	}
	refuse(text, 65, "k64", "too many");
}
