// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_conf - configurations with damage of all kinds. What comes out must keep conf.h's promises,
 * whatever goes in.
 */
#include "aid_mutate.h"
#include <conf.h>

enum { INPUTS = 60000, BYTES_MAX = 600 };

static const char sound[] =
	"# comment\ntimeout=5 # so long\ndefault=quick\npresets=\"quick full\"\n"
	"common=\"end=reset\"\nquick=\"profile=quick\"\nfull=profile=full\n"
	"full_image=test\nfull_help=\"all of it\"\n";

static u32 damage(char *text)
{
	static const char odd[] = "\"=#\n $\\;_a0\0\xff";
	u32 n = sizeof(sound) - 1;

	memcpy(text, sound, n);
	for (u32 rounds = 1 + mutate_below(4); rounds; rounds--) {
		u32 at = mutate_below(n), len;

		switch (mutate_below(5)) {
		case 0:
			n = at + 1;
			break;
		case 1:
			len = mutate_below(n - at);
			memmove(text + at, text + at + len, n - at - len);
			n -= len ? len - (len == n) : 0;
			break;
		case 2:
			mutate_bytes((u8 *)text, n);
			break;
		default:
			text[at] = odd[mutate_below(sizeof(odd) - 1)];
		}
	}
	return n;
}

static void check(const struct conf *conf, bool parsed, const struct conf_error *error)
{
	if (!conf->nr_presets || conf->nr_presets > CONF_PRESETS_MAX ||
	    conf->chosen >= conf->nr_presets || conf->timeout < CONF_WAIT_FOREVER)
		abort();
	for (u32 i = 0; i < conf->nr_presets; i++) {
		const struct conf_preset *p = &conf->preset[i];

		if (strlen(p->name) > CONF_NAME_MAX || strlen(p->words) > BYTES_MAX ||
		    strlen(p->help) > BYTES_MAX || p->image > CONF_TEST)
			abort();
	}
	if (!parsed && (!error->what || strlen(error->word) >= sizeof(error->word)))
		abort();
}

int main(int argc, char **argv)
{
	struct fuzz_range range = fuzz_args(argc, argv, INPUTS);
	u32 i, nr_parsed = 0;

	for (i = range.first; i - range.first < range.count; i++) {
		char text[BYTES_MAX], *exact;
		struct conf_error error;
		struct conf conf;
		bool parsed;
		u32 n;

		mutate_begin(i);
		n = damage(text);
		exact = test_bytes(NULL, n + 1);
		memcpy(exact, text, n);
		parsed = conf_parse(&conf, exact, n, &error);
		check(&conf, parsed, &error);
		nr_parsed += parsed;
		test_free_all();
	}
	printf("fuzz_conf: %u damaged files read, %u of them taken\n", range.count, nr_parsed);
	return 0;
}
