/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace - what the parser, the interpreter and the writer share.
 */
#ifndef REPLAY_TRACE_PRIVATE_H
#define REPLAY_TRACE_PRIVATE_H

#include "trace.h"

/* A statement in words, and the options that may stand behind it. */
struct trace_words {
	u32 nr;
	char *word[TRACE_TOKENS_MAX];
	char text[TRACE_TEXT_MAX];
};

struct trace_options {
	u32 cpu;
	u32 node;
	enum node_stat_item idx;
	enum trace_context context;
	u32 gfp;
	char op[TRACE_TEXT_MAX]; /* the statement without the options that say the default */
};

/* Option names that a statement allows, as bits. */
enum {
	OPTION_CPU = 1,
	OPTION_NODE = 2,
	OPTION_IDX = 4,
	OPTION_CTX = 8,
	OPTION_GFP = 16,
};

/* Sets t->error. */
enum trace_result trace_malformed(struct trace *t, const char *format, ...) __printf_like(2);

/* False after trace_malformed(). Comments are cut off. */
bool trace_split(struct trace *t, const char *line, struct trace_words *words);

/* @first is the first word that is an option. False after trace_malformed(). */
bool trace_parse_options(struct trace *t, const struct trace_words *words, u32 first, u32 allowed,
			 struct trace_options *options);

/* Digits only, no leading zeros, at most @max. */
bool trace_number(const char *word, u64 max, u64 *out);

/* The value behind "@name=", or NULL. */
const char *trace_option_value(const char *word, const char *name);

/* -1: no such name. */
int trace_find_group(const struct trace *t, const char *name);
int trace_find_objcg(const struct trace *t, const char *name);

/* A statement that is a step; anything else is malformed. */
enum trace_result trace_operation(struct trace *t, const struct trace_words *w, char *out,
				  size_t bytes);

/* The step's line. False if it does not fit. */
bool trace_write_step(const struct trace *t, const char *op, bool failed, u32 broken, char *out,
		      size_t bytes);

/* "I2: memory of A is 31, expected 32", into t->error. */
void trace_describe_fault(struct trace *t, const struct memcg_fault *fault);

#endif
