// SPDX-License-Identifier: GPL-2.0-only
/*
 * progress - one call to an idle CPU, twice a second.
 *
 * Order: the caller waits for the drawing to end, so nothing of it is going on while a run is
 * measured. A CPU that does not answer in time is never asked again: it may draw late, once.
 */
#include <bench/progress.h>

#include <core/clock.h>
#include <core/screen.h>
#include <core/smp.h>
#include <lib/fmt.h>

#define DRAW_NS	  (NS_PER_SECOND / 2)
#define ANSWER_NS NS_PER_SECOND

static char line[80]; /* whoever draws late reads the latest */

void progress_begin(struct progress *p)
{
	p->is_off = !screen_is_there();
	p->start_ns = clock_ns();
	p->drawn_ns = p->start_ns;
}

/* The last one that is online and is not this one, as runs take the first; alone: this one. */
static u32 progress_cpu(void)
{
	u32 me = smp_cpu();

	for (u32 cpu = nr_cpus_found; cpu--;)
		if (cpu != me && cpu_is_online(cpu))
			return cpu;
	return me;
}

/* What is left at the pace so far; no longer than the budget. */
static u64 progress_left_ns(const struct progress *p, u64 now, u64 done)
{
	u64 spent = now - p->start_ns, total = (u64)p->nr_runs * p->nr_passes;
	u64 left = done ? spent / done * (total - done) : 0;

	if (!p->budget_ns)
		return left;
	return spent < p->budget_ns ? min_u64(left, p->budget_ns - spent) : 0;
}

static void progress_text(const struct progress *p, u64 now, u32 pass, u32 number)
{
	u64 done = (u64)pass * p->nr_runs + number;
	u64 left = progress_left_ns(p, now, done) / NS_PER_SECOND;

	if (done)
		fmt_text(line, sizeof(line),
			 "measuring: pass %u of %u, run %u of %u, about %llu s left", pass + 1,
			 p->nr_passes, number + 1, p->nr_runs, (unsigned long long)left);
	else
		fmt_text(line, sizeof(line), "measuring: %u runs in %u passes", p->nr_runs,
			 p->nr_passes);
}

static void progress_draw(void *text)
{
	screen_status(text);
}

void progress_step(struct progress *p, u32 pass, u32 number)
{
	u64 now;
	u32 cpu;

	if (p->is_off)
		return;
	now = clock_ns();
	cpu = progress_cpu();
	if (number && (cpu == smp_cpu() || now - p->drawn_ns < DRAW_NS))
		return;
	p->drawn_ns = now;
	progress_text(p, now, pass, number);
	if (cpu == smp_cpu())
		progress_draw(line);
	else
		p->is_off = smp_call(cpu, progress_draw, line, ANSWER_NS);
}
