/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace - run the trace language of memcg-replay against one subject, one statement at a time, and
 * write the state after each step as a line of JSON. No library below it but kernel/lib, so it runs
 * on the host and in the guest; what differs is a struct trace_machine.
 */
#ifndef REPLAY_TRACE_H
#define REPLAY_TRACE_H

#include <memcg/ops.h>

#define TRACE_NAME_MAX	 32
#define TRACE_GROUPS_MAX 32
#define TRACE_OBJCGS_MAX 32
#define TRACE_LIVE_MAX	 1024
#define TRACE_TOKENS_MAX 16
#define TRACE_TEXT_MAX	 256

enum trace_context {
	TRACE_TASK,
	TRACE_SOFTIRQ,
	TRACE_HARDIRQ,
};

struct trace_machine {
	u32 nr_cpus_max;
	/* The trace wants CPUs 0 .. @nr-1; before anything else. */
	void (*start)(u32 nr);
	/* Run @fn(@arg) there and wait for it. 0 or a negative errno. */
	int (*run)(u32 cpu, enum trace_context context, void (*fn)(void *arg), void *arg);
};

struct trace_group {
	char name[TRACE_NAME_MAX];
	struct mem_cgroup *memcg;
};

struct trace_objcg {
	char name[TRACE_NAME_MAX];
	struct obj_cgroup *objcg;
};

/* Live objects of one kind. */
struct trace_live {
	u32 objcg;
	u32 size;
	u32 node;
	u32 idx;
	u64 count;
};

struct trace {
	/* Set by the caller of trace_begin(). */
	const struct trace_machine *machine;
	const struct memcg_ops *const *subjects;
	u32 nr_subjects;

	const struct memcg_ops *ops; /* NULL: no variant yet */
	bool variant_given;	     /* on the command line: the file's is read but not used */
	bool variant_seen;
	bool rt;
	bool started; /* the world exists: no more settings */
	struct memcg_config config;
	u64 step;
	u32 nr_groups;
	u32 nr_objcgs;
	u32 nr_live;
	struct trace_group groups[TRACE_GROUPS_MAX];
	struct trace_objcg objcgs[TRACE_OBJCGS_MAX];
	struct trace_live live[TRACE_LIVE_MAX];
	char error[TRACE_TEXT_MAX]; /* after a result other than TRACE_OK */
};

enum trace_result {
	TRACE_OK,
	TRACE_MALFORMED, /* nothing has been done */
	TRACE_BROKEN,	 /* the step's line has been written, an invariant does not hold */
};

/* An empty trace for what @t's first three fields say. */
void trace_begin(struct trace *t);

/* "NAME [option=value ...]", as after the statement `variant`: for the command line. */
enum trace_result trace_set_variant(struct trace *t, const char *words);

/*
 * One line of the file, without its end. A step writes its line of JSON, with the end of line,
 * terminated, into @out; other statements leave an empty string there.
 */
enum trace_result trace_step(struct trace *t, const char *line, char *out, size_t bytes);

/* Free what lives and destroy the world. 0, or -EBUSY when a reference was lost. */
int trace_end(struct trace *t);

#endif
