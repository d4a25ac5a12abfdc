// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_trace - the worked traces, step by step on the real CPU and in the real context that the
 * step names, with the counting subjects: every value of every step is the specification's.
 *
 * Nodes of a trace are numbers that the controller is told; no memory of theirs is touched, so any
 * machine has them. CPUs must be there.
 */
#include <bench/level.h>
#include <core/printk.h>
#include <core/smp.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <sched/rcu.h>
#include <test/aid.h>
#include <test/crowd.h>
#include <test/json.h>
#include <test/subject.h>
#include <test/test.h>
#include <test/trace_file.h>

#include "../replay/trace.h"

#define LINE_BYTES 16384

static struct trace trace;
static const struct memcg_ops *subjects[NR_VARIANTS];
static char out[LINE_BYTES];
static char text[TRACE_TEXT_MAX];

struct step {
	enum level level;
	void (*fn)(void *arg);
	void *arg;
};

static void step_run(void *arg)
{
	struct step *step = arg;

	EXPECT(level_run(step->level, step->fn, step->arg));
}

static int machine_run(u32 cpu, enum trace_context context, void (*fn)(void *arg), void *arg)
{
	static const enum level levels[] = {
		[TRACE_TASK] = LEVEL_TASK,
		[TRACE_SOFTIRQ] = LEVEL_SOFTIRQ,
		[TRACE_HARDIRQ] = LEVEL_HARDIRQ,
	};
	struct step step = { levels[context], fn, arg };

	if (!cpu_is_online(cpu))
		return -ENODEV;
	aid_run_on(cpu, step_run, &step);
	/* On one CPU of the host, work and releases run at once. */
	crowd_settle();
	return 0;
}

static void machine_start(u32 nr)
{
	EXPECT(nr <= nr_cpus_online);
}

/* The next line of @at into `text`; NULL: there is none. */
static const char *next_line(const char *at)
{
	u32 n = 0;

	if (!*at)
		return NULL;
	while (at[n] && at[n] != '\n' && n < sizeof(text) - 1)
		n++;
	memcpy(text, at, n);
	text[n] = 0;
	return at + n + (at[n] == '\n');
}

/* Where the next step's line begins. */
static const char *check_step(const char *name, const char *wanted)
{
	const char *difference = *wanted == '{' ? json_difference(wanted, out) : wanted;

	EXPECT(!difference);
	if (difference) {
		printk("# %s: step %llu: %.60s", name, (unsigned long long)trace.step, difference);
		printk("# got %s", out);
	}
	while (*wanted && *wanted++ != '\n')
		;
	return wanted;
}

static void trace_run(const struct trace_machine *machine, const struct trace_file *file)
{
	const char *at = file->trace, *wanted = file->wanted;

	trace.machine = machine;
	trace.subjects = subjects;
	trace.nr_subjects = NR_VARIANTS;
	trace_begin(&trace);
	while ((at = next_line(at)) && !test_has_failed()) {
		enum trace_result result = trace_step(&trace, text, out, sizeof(out));

		EXPECT_EQ(result, TRACE_OK);
		if (result != TRACE_OK)
			printk("# %s: %s: %s", file->name, text, trace.error);
		if (result != TRACE_MALFORMED && *out)
			wanted = check_step(file->name, wanted);
	}
	EXPECT(!*wanted);
	EXPECT_EQ(trace_end(&trace), 0);
	rcu_barrier();
}

static u32 trace_cpus(const struct trace_file *file)
{
	const char *at = file->trace;
	u32 nr = 1;

	while ((at = next_line(at)))
		if (string_starts(text, "cpus "))
			nr = (u32)(text[5] - '0');
	return nr;
}

/* All that need @nr_cpus; how many these are. */
static u32 traces_run(u32 nr_cpus)
{
	const struct trace_machine machine = { nr_cpus_online, machine_start, machine_run };
	const struct subject *any = NULL;
	u32 nr = 0, at = 0;

	for_each_subject (s) {
		if (!subject_is(s, SUBJECTS_COUNTING))
			continue;
		subjects[at++] = s->memcg;
		any = s;
	}
	subject_begin_bare(any);
	for (u32 i = 0; i < nr_trace_files && !test_has_failed(); i++) {
		if (trace_cpus(&trace_files[i]) != nr_cpus)
			continue;
		trace_run(&machine, &trace_files[i]);
		nr++;
	}
	subject_end_bare();
	return nr;
}

IRQ_TEST(trace, one_cpu)
{
	EXPECT_EQ(nr_trace_files, 39);
	EXPECT_EQ(traces_run(1), 37);
}

IRQ_TEST(trace, two_cpus)
{
	if (nr_cpus_online < 2)
		SKIP("these traces need two CPUs");
	else
		EXPECT_EQ(traces_run(2), 2);
}
