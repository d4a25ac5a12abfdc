// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_parse - words, numbers and options of the trace language. Nothing is guessed: what is not
 * exactly a statement is malformed, with the reason.
 */
#include "trace_private.h"

#include <lib/fmt.h>
#include <lib/string.h>
#include <mm/gfp.h>

enum trace_result trace_malformed(struct trace *t, const char *format, ...)
{
	va_list args;
	char *p;

	va_start(args, format);
	fmt_vtext(t->error, sizeof(t->error), format, args);
	va_end(args);
	/* It quotes the input. */
	for (p = t->error; *p; p++) {
		if (*p < ' ' || *p > '~')
			*p = '?';
	}
	return TRACE_MALFORMED;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

bool trace_split(struct trace *t, const char *line, struct trace_words *words)
{
	size_t length = 0;
	char *p;

	while (line[length] && line[length] != '#')
		length++;
	words->nr = 0;
	if (length >= sizeof(words->text)) {
		trace_malformed(t, "the line is longer than %u characters", TRACE_TEXT_MAX - 1);
		return false;
	}
	memcpy(words->text, line, length);
	words->text[length] = 0;
	for (p = words->text; *p;) {
		while (is_space(*p))
			*p++ = 0;
		if (!*p)
			break;
		if (words->nr == TRACE_TOKENS_MAX) {
			trace_malformed(t, "more than %u words", TRACE_TOKENS_MAX);
			return false;
		}
		words->word[words->nr++] = p;
		while (*p && !is_space(*p))
			p++;
	}
	return true;
}

bool trace_number(const char *word, u64 max, u64 *out)
{
	u64 value = 0;
	const char *p;

	if (!*word || (word[0] == '0' && word[1]))
		return false;
	for (p = word; *p; p++) {
		if (*p < '0' || *p > '9' || p - word > 18)
			return false;
		value = value * 10 + (u64)(*p - '0');
	}
	*out = value;
	return value <= max;
}

const char *trace_option_value(const char *word, const char *name)
{
	size_t length = strlen(name);

	return string_starts(word, name) && word[length] == '=' ? word + length + 1 : NULL;
}

struct choice {
	const char *word;
	u32 value;
};

static const struct choice idx_choices[] = { { "U", NR_SLAB_UNRECLAIMABLE_B },
					     { "R", NR_SLAB_RECLAIMABLE_B } };
static const struct choice context_choices[] = { { "task", TRACE_TASK },
						 { "softirq", TRACE_SOFTIRQ },
						 { "hardirq", TRACE_HARDIRQ } };
static const struct choice gfp_choices[] = { { "kernel", GFP_KERNEL },
					     { "atomic", GFP_ATOMIC },
					     { "nowait", GFP_NOWAIT },
					     { "nofail", GFP_KERNEL | __GFP_NOFAIL } };

static bool choose(const struct choice *choices, size_t nr, const char *word, u32 *out)
{
	size_t n;

	for (n = 0; n < nr; n++) {
		if (!strcmp(choices[n].word, word)) {
			*out = choices[n].value;
			return true;
		}
	}
	return false;
}

#define CHOOSE(choices, word, out) choose(choices, ARRAY_SIZE(choices), word, out)

/* Its bit, or 0 when @word is no option, or one with a wrong value. */
static u32 parse_option(struct trace *t, const char *word, struct trace_options *o)
{
	const char *value;
	u64 number = 0;
	u32 choice = 0;

	if ((value = trace_option_value(word, "cpu"))) {
		if (!trace_number(value, t->config.nr_cpus - 1, &number))
			return 0;
		o->cpu = (u32)number;
		return OPTION_CPU;
	}
	if ((value = trace_option_value(word, "node"))) {
		if (!trace_number(value, MEMCG_NODES_MAX - 1, &number))
			return 0;
		o->node = (u32)number;
		return OPTION_NODE;
	}
	if ((value = trace_option_value(word, "idx")) && CHOOSE(idx_choices, value, &choice)) {
		o->idx = choice;
		return OPTION_IDX;
	}
	if ((value = trace_option_value(word, "ctx")) && CHOOSE(context_choices, value, &choice)) {
		o->context = choice;
		return OPTION_CTX;
	}
	if ((value = trace_option_value(word, "gfp")) && CHOOSE(gfp_choices, value, &choice)) {
		o->gfp = choice;
		return OPTION_GFP;
	}
	return 0;
}

static bool says_default(const char *word)
{
	static const char *const defaults[] = { "cpu=0", "node=0", "idx=U", "ctx=task",
						"gfp=kernel" };
	size_t n;

	for (n = 0; n < ARRAY_SIZE(defaults); n++) {
		if (!strcmp(word, defaults[n]))
			return true;
	}
	return false;
}

static void append_word(char *op, size_t bytes, const char *word)
{
	size_t length = strlen(op);

	fmt_text(op + length, bytes - length, "%s%s", length ? " " : "", word);
}

bool trace_parse_options(struct trace *t, const struct trace_words *words, u32 first, u32 allowed,
			 struct trace_options *o)
{
	u32 seen = 0;
	u32 n;

	*o = (struct trace_options){ .idx = NR_SLAB_UNRECLAIMABLE_B, .gfp = GFP_KERNEL };
	for (n = 0; n < words->nr; n++) {
		u32 bit = n < first ? 0 : parse_option(t, words->word[n], o);

		if (n >= first && !(bit & allowed)) {
			trace_malformed(t, "`%s' is not an option that `%s' has here",
					words->word[n], words->word[0]);
			return false;
		}
		if (bit & seen) {
			trace_malformed(t, "`%s': given twice", words->word[n]);
			return false;
		}
		seen |= bit;
		if (n < first || !says_default(words->word[n]))
			append_word(o->op, sizeof(o->op), words->word[n]);
	}
	return true;
}

int trace_find_group(const struct trace *t, const char *name)
{
	u32 n;

	for (n = 0; n < t->nr_groups; n++) {
		if (!strcmp(t->groups[n].name, name))
			return (int)n;
	}
	return -1;
}

int trace_find_objcg(const struct trace *t, const char *name)
{
	u32 n;

	for (n = 0; n < t->nr_objcgs; n++) {
		if (!strcmp(t->objcgs[n].name, name))
			return (int)n;
	}
	return -1;
}
