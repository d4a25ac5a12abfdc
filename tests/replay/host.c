// SPDX-License-Identifier: GPL-2.0-only
/*
 * host - see the header. Per-CPU areas: CPU 0 uses the section in the program, the others blocks of
 * the same size. Pages come from the C library, so the address sanitizer knows each.
 */
#include "host.h"

#include <core/page_alloc.h>
#include <core/panic.h>
#include <core/percpu.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <sched/workqueue.h>

extern char __percpu_start[], __percpu_end[];

unsigned long host_percpu_offset;
unsigned long host_irqs_off;
u32 host_preempt_count;
unsigned long percpu_offsets[CPUS_MAX];
struct cpu cpus[CPUS_MAX];
u32 nr_cpus_found;

static u32 current_cpu;
static u64 pages_used;
static u64 pages_left = ~0ull;
static char *areas[CPUS_MAX]; /* kept until the end; CPU 0's is the section */

static char *percpu_area(u32 cpu)
{
	size_t bytes = (size_t)(__percpu_end - __percpu_start);

	if (!cpu)
		return __percpu_start;
	if (!areas[cpu]) {
		areas[cpu] = aligned_alloc(PAGE_SIZE, align_up(bytes, PAGE_SIZE));
		if (!areas[cpu])
			panic("no memory");
		percpu_offsets[cpu] = (unsigned long)areas[cpu] - (unsigned long)__percpu_start;
	}
	return areas[cpu];
}

void host_start(u32 nr)
{
	u32 cpu;

	for (cpu = 0; cpu < CPUS_MAX; cpu++) {
		cpus[cpu].state = cpu < nr ? CPU_ONLINE : CPU_LEFT_OUT;
		if (cpu < nr)
			memset(percpu_area(cpu), 0, (size_t)(__percpu_end - __percpu_start));
	}
	nr_cpus_found = nr;
	current_cpu = 0;
	host_percpu_offset = 0;
	host_irqs_off = 0;
	host_preempt_count = 0;
}

u32 smp_cpu(void)
{
	return current_cpu;
}

void host_run(u32 cpu, enum trace_context context, void (*fn)(void *arg), void *arg)
{
	static const u32 counts[] = {
		[TRACE_TASK] = 0, [TRACE_SOFTIRQ] = SOFTIRQ_OFFSET, [TRACE_HARDIRQ] = HARDIRQ_OFFSET
	};
	unsigned long irqs_off = host_irqs_off;
	u32 count = host_preempt_count;
	u32 old_cpu = current_cpu;

	current_cpu = cpu;
	host_percpu_offset = percpu_offsets[cpu];
	host_preempt_count = counts[context];
	host_irqs_off = context == TRACE_HARDIRQ;
	fn(arg);
	current_cpu = old_cpu;
	host_percpu_offset = percpu_offsets[old_cpu];
	host_preempt_count = count;
	host_irqs_off = irqs_off;
}

static int machine_run(u32 cpu, enum trace_context context, void (*fn)(void *arg), void *arg)
{
	host_run(cpu, context, fn, arg);
	return 0;
}

const struct trace_machine host_machine = {
	.nr_cpus_max = HOST_CPUS_MAX,
	.start = host_start,
	.run = machine_run,
};

static void run_work(void *arg)
{
	struct work *work = arg;

	work->fn(work);
}

bool queue_work_on(u32 cpu, struct work *work)
{
	host_run(cpu, TRACE_TASK, run_work, work);
	return true;
}

u64 page_alloc_zeroed(u32 order)
{
	void *page;

	if (!pages_left)
		return 0;
	page = aligned_alloc(PAGE_SIZE, PAGE_SIZE << order);
	if (!page)
		return 0;
	pages_left -= pages_left != ~0ull;
	memset(page, 0, PAGE_SIZE << order);
	pages_used += 1ull << order;
	return (u64)page;
}

void page_free(u64 phys, u32 order)
{
	pages_used -= 1ull << order;
	free((void *)phys);
}

void host_fail_pages_after(u64 nr)
{
	pages_left = nr;
}

u64 host_pages_used(void)
{
	return pages_used;
}

void panic_at(const char *file, int line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "%s:%d: ", file, line);
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	abort();
}
