// SPDX-License-Identifier: GPL-2.0-only
/*
 * drive - memcg-drive random SEED COUNT [NUMBER], or one of nomem, steady, list.
 *
 * random: COUNT operations for each subject (or the one with that number), all invariants after
 * each. An operation can be interrupted where section_point() stands, by a hard interrupt that
 * allocates or frees on the same CPU, or, with preemption on, by another task: what a correct
 * guard makes harmless or impossible. Every few thousand operations groups go offline while their
 * objects live, and then everything is freed: all counters must be zero and every page back.
 *
 * nomem: every allocation of a world's life fails once, pages and per-CPU memory alike; everything
 * that was built up to there must come back.
 *
 * steady: counts for each alloc+free pair after warm-up, one JSON object a line.
 *
 * Exit status: 0; 2 bad usage; 3 an invariant is broken: subject, operation and values on stderr.
 */
#include "host.h"

#include <core/percpu_alloc.h>
#include <core/preempt.h>
#include <core/smp.h>
#include <lib/random.h>
#include <mm/gfp.h>

#define CPUS	     2u
#define NODES	     2u
#define OBJECTS_MAX  192u
#define EPOCH	     4096u /* operations of one world */
#define INTERRUPT_IN 16u   /* one section_point() in so many interrupts */

enum { GROUP_TOP, GROUP_CHILD, GROUP_LIMITED, NR_GROUPS };
enum { NR_OBJCGS = 4 };

struct object {
	struct obj_cgroup *objcg;
	u32 size;
	u32 node;
	u32 idx;
};

static const struct memcg_ops *ops;
static struct mem_cgroup *groups[NR_GROUPS];
static struct obj_cgroup *objcgs[NR_OBJCGS];
static struct object objects[OBJECTS_MAX];
static u32 nr_objects;
static u64 pages[NR_GROUPS];
static u64 seed;
static u64 nr_interrupts;
static bool interrupted; /* inside a hook: no further one */

static u32 pick(u32 below)
{
	return (u32)(random_next(&seed) >> 32) % below;
}

static u32 pick_size(void)
{
	static const u32 sizes[] = { 8, 40, 136, 1024, 2056, 3000, 4088, 4096, 4097, 4104, 8200 };

	return pick(4) ? sizes[pick(ARRAY_SIZE(sizes))] : 1 + pick(20000);
}

static u32 pick_gfp(void)
{
	static const u32 gfps[] = { GFP_KERNEL, GFP_ATOMIC, GFP_NOWAIT, GFP_KERNEL | __GFP_NOFAIL };

	return gfps[pick(ARRAY_SIZE(gfps))];
}

static void do_alloc(void *arg)
{
	struct object o = { objcgs[pick(NR_OBJCGS)], pick_size(), pick(NODES), pick(2) };

	(void)arg;
	if (nr_objects >= OBJECTS_MAX - 2 || o.objcg->released || !o.objcg->memcg->online)
		return;
	/* An interrupt inside may take a place, too: the place is chosen afterwards. */
	if (!ops->alloc(o.objcg, pick_gfp(), o.size, o.node, o.idx))
		objects[nr_objects++] = o;
}

static void do_free(void *arg)
{
	struct object o;
	u32 n;

	(void)arg;
	if (!nr_objects)
		return;
	n = pick(nr_objects);
	o = objects[n];
	objects[n] = objects[--nr_objects];
	ops->free(o.objcg, o.size, o.node, o.idx);
}

static void do_pages(void *arg)
{
	u32 group = pick(NR_GROUPS);
	u32 nr = 1 + pick(40);

	(void)arg;
	if (pick(2) && groups[group]->online && pages[group] < 400) {
		if (!ops->charge_pages(groups[group], pick_gfp(), nr))
			pages[group] += nr;
	} else if (pages[group] >= nr) {
		pages[group] -= nr;
		ops->uncharge_pages(groups[group], nr);
	}
}

static void do_drain(void *arg)
{
	(void)arg;
	ops->drain_local();
}

/* section_point(): what can run here, now and then does. */
static void point(void)
{
	bool irqs_on = !host_irqs_off;
	bool preemptible = irqs_on && !preempt_count();
	u32 cpu;

	if (interrupted || !irqs_on || pick(INTERRUPT_IN))
		return;
	interrupted = true;
	nr_interrupts++;
	cpu = smp_cpu();
	host_run(cpu, preemptible && pick(2) ? TRACE_TASK : TRACE_HARDIRQ,
		 pick(2) ? do_alloc : do_free, NULL);
	interrupted = false;
}

static int report(const struct memcg_fault *fault, u64 operation)
{
	fflush(stdout);
	fprintf(stderr, "%s%s%s: operation %llu: I%u: %s (CPU %lld) is %lld, expected %lld\n",
		ops->variant->name, *ops->variant->option ? " " : "", ops->variant->option,
		(unsigned long long)operation, fault->invariant, fault->what, (long long)fault->cpu,
		(long long)fault->got, (long long)fault->want);
	return 3;
}

static int check(u64 operation)
{
	struct memcg_verdict verdict;

	return ops->check(&verdict) ? 0 : report(&verdict.fault, operation);
}

static int world_create(bool v1)
{
	struct memcg_config config = { .nr_cpus = CPUS, .nr_nodes = NODES, .v1 = v1 };
	u32 n;

	host_start(CPUS);
	if (ops->create(&config))
		return 2;
	groups[GROUP_TOP] = ops->memcg_create(NULL, PAGE_COUNTER_MAX);
	groups[GROUP_CHILD] = ops->memcg_create(groups[GROUP_TOP], PAGE_COUNTER_MAX);
	groups[GROUP_LIMITED] = ops->memcg_create(groups[GROUP_TOP], 150);
	for (n = 0; n < NR_OBJCGS; n++)
		objcgs[n] = ops->objcg_create(groups[n % NR_GROUPS]);
	memset(pages, 0, sizeof(pages));
	nr_objects = 0;
	ops->set_point(point);
	return 0;
}

static void one_operation(void)
{
	static void (*const operations[])(void *arg) = { do_pages, do_drain };
	static const enum trace_context contexts[] = { TRACE_TASK, TRACE_TASK, TRACE_SOFTIRQ,
						       TRACE_HARDIRQ };
	u32 choice = pick(32);
	enum trace_context context = contexts[pick(ARRAY_SIZE(contexts))];

	if (choice < 2)
		host_run(pick(CPUS), context, operations[choice], NULL);
	else
		host_run(pick(CPUS), context, choice % 2 ? do_alloc : do_free, NULL);
}

/* The end of a world: nothing lives, nothing is cached, so nothing is charged (I16). */
static int world_end(u64 operation)
{
	struct memcg_fault fault = { .invariant = 16, .what = "memory at the end", .cpu = -1 };
	int status;
	u32 n;

	ops->set_point(NULL);
	while (nr_objects)
		do_free(NULL);
	for (n = 0; n < NR_GROUPS; n++) {
		if (pages[n])
			ops->uncharge_pages(groups[n], (u32)pages[n]);
	}
	ops->drain_everywhere();
	status = check(operation);
	if (status)
		return status;
	/* What several CPUs spilled comes back with the release only. */
	for (n = NR_GROUPS; n-- > 1;) {
		if (groups[n]->online)
			ops->offline(groups[n]);
	}
	ops->drain_everywhere();
	fault.got = (s64)page_counter_read(&groups[GROUP_TOP]->memory) -
		    objcgs[GROUP_TOP]->nr_charged_bytes / (s64)PAGE_SIZE -
		    objcgs[NR_GROUPS]->nr_charged_bytes / (s64)PAGE_SIZE;
	if (fault.got)
		return report(&fault, operation);
	fault.invariant = 6;
	fault.what = "references at the end";
	if (ops->destroy() || host_pages_used() || percpu_alloc_nr_used())
		return report(&fault, operation);
	return 0;
}

static int run_random(u64 first, u64 count)
{
	u64 n;
	int status = 0;

	seed = first * 0x9e3779b97f4a7c15ull + 1;
	nr_interrupts = 0;
	for (n = 0; n < count && !status; n++) {
		if (n % EPOCH == 0)
			status = world_create(n / EPOCH % 2);
		if (!status && n % EPOCH == EPOCH - EPOCH / 8)
			ops->offline(groups[GROUP_CHILD]);
		if (!status && n % EPOCH == EPOCH - EPOCH / 16)
			ops->offline(groups[GROUP_LIMITED]);
		if (!status) {
			one_operation();
			status = check(n);
		}
		if (!status && (n % EPOCH == EPOCH - 1 || n == count - 1))
			status = world_end(n);
	}
	if (!status)
		printf("%s%s%s: %llu operations, %llu interrupted\n", ops->variant->name,
		       *ops->variant->option ? " " : "", ops->variant->option,
		       (unsigned long long)count, (unsigned long long)nr_interrupts);
	return status;
}

struct steady {
	u32 size;
	u32 batch;
	struct obj_cgroup *objcg;
};

static void steady_round(void *arg)
{
	struct steady *s = arg;
	u32 n;

	for (n = 0; n < s->batch; n++)
		ops->alloc(s->objcg, GFP_KERNEL, s->size, 0, NR_SLAB_UNRECLAIMABLE_B);
	for (n = 0; n < s->batch; n++)
		ops->free(s->objcg, s->size, 0, NR_SLAB_UNRECLAIMABLE_B);
}

#define STEADY_WARM   64u
#define STEADY_ROUNDS 2000u

static int run_steady(u32 size, u32 batch, enum trace_context context)
{
	struct memcg_config config = { .nr_cpus = 1, .nr_nodes = 1, .v1 = true };
	struct steady s = { .size = size, .batch = batch };
	struct memcg_counts before;
	struct memcg_counts after;
	u32 n;

	host_start(1);
	if (ops->create(&config))
		return 2;
	s.objcg = ops->objcg_create(ops->memcg_create(NULL, PAGE_COUNTER_MAX));
	for (n = 0; n < STEADY_WARM; n++)
		host_run(0, context, steady_round, &s);
	ops->counts(&before);
	for (n = 0; n < STEADY_ROUNDS; n++)
		host_run(0, context, steady_round, &s);
	ops->counts(&after);
	printf("{\"variant\":\"%s\",\"option\":\"%s\",\"size\":%u,\"batch\":%u,\"task\":%s,"
	       "\"pairs\":%u,\"counts\":[",
	       ops->variant->name, ops->variant->option, size, batch,
	       context == TRACE_TASK ? "true" : "false", STEADY_ROUNDS * batch);
	for (n = 0; n < NR_MEMCG_COUNTS; n++)
		printf("%s%llu", n ? "," : "", (unsigned long long)(after.n[n] - before.n[n]));
	printf("]}\n");
	return ops->destroy() ? 3 : 0;
}

static int run_steady_all(void)
{
	static const u32 sizes[] = { 40, 136, 4104 };
	int status = 0;
	u32 n;

	for (n = 0; n < ARRAY_SIZE(sizes) * 4 && !status; n++)
		status =
			run_steady(sizes[n / 4], n & 1 ? 4 : 1, n & 2 ? TRACE_HARDIRQ : TRACE_TASK);
	return status;
}

/* Two groups with an object cgroup each. -1: no memory; -2: something is left; 0: it passed. */
static int nomem_world(void)
{
	struct memcg_config config = { .nr_cpus = CPUS, .nr_nodes = NODES };
	struct mem_cgroup *top;
	struct mem_cgroup *child = NULL;
	struct obj_cgroup *objcg = NULL;

	if (ops->create(&config))
		return -1;
	top = ops->memcg_create(NULL, PAGE_COUNTER_MAX);
	if (top && ops->objcg_create(top))
		child = ops->memcg_create(top, PAGE_COUNTER_MAX);
	if (child)
		objcg = ops->objcg_create(child);
	if (objcg && !ops->alloc(objcg, GFP_KERNEL, 4104, 1, 0))
		ops->free(objcg, 4104, 1, 0);
	if (ops->destroy())
		return -2;
	return objcg ? 0 : -1;
}

/* Until it passes: with no page, one page, ...; with 0, 16, ... bytes of per-CPU memory. */
static int run_nomem(bool percpu)
{
	struct memcg_fault fault = { .invariant = 6, .what = "memory that did not come back" };
	u64 room = 0;
	void *hog;
	int result = -1;

	host_start(CPUS);
	for (; result == -1; room++) {
		hog = percpu ? alloc_percpu(PERCPU_RESERVE_BYTES - room * 16, 16) : NULL;
		host_fail_pages_after(percpu ? ~0ull : room);
		result = nomem_world();
		host_fail_pages_after(~0ull);
		free_percpu(hog);
		if (host_pages_used() || percpu_alloc_nr_used())
			result = -2;
	}
	if (!result)
		printf("%s%s%s: passes with %llu %s\n", ops->variant->name,
		       *ops->variant->option ? " " : "", ops->variant->option,
		       (unsigned long long)room - 1, percpu ? "granules" : "pages");
	return result ? report(&fault, room) : 0;
}

static int usage(void)
{
	fprintf(stderr, "usage: memcg-drive random SEED COUNT [NUMBER] | nomem | steady | list\n");
	return 2;
}

int main(int argc, char **argv)
{
	u32 nr = (u32)(__subjects_end - __subjects_start);
	bool random = argc >= 4 && argc <= 5 && !strcmp(argv[1], "random");
	bool steady = argc == 2 && !strcmp(argv[1], "steady");
	bool list = argc == 2 && !strcmp(argv[1], "list");
	bool nomem = argc == 2 && !strcmp(argv[1], "nomem");
	u32 only = argc == 5 ? (u32)strtoul(argv[4], NULL, 10) : nr;
	int status = 0;
	u32 n;

	if (!random && !steady && !list && !nomem)
		return usage();
	for (n = 0; n < nr && !status; n++) {
		ops = __subjects_start[n];
		if (only < nr && n != only)
			continue;
		if (random)
			status = run_random(strtoull(argv[2], NULL, 10),
					    strtoull(argv[3], NULL, 10));
		else if (steady)
			status = run_steady_all();
		else if (nomem)
			status = run_nomem(false) ?: run_nomem(true);
		else
			printf("%u %s %s\n", n, ops->variant->name, ops->variant->option);
	}
	return status;
}
