// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_cores - that the CPUs that measure are the first of each kind, or those asked for, on
 * machines that are made up: no emulator mixes kinds.
 */
#include <bench/cores.h>
#include <bench/plan.h>
#include <core/printk.h>
#include <lib/errno.h>
#include <lib/string.h>
#include <test/test.h>

#define A53 0x410fd030
#define A72 0x410fd080
#define X1  0x410fd440

static struct cpu made[CORES_MAX + 8];
static struct core_set set;

/* @nr CPUs of these kinds; 0: one that is not online. */
static void make(const u64 *kinds, u32 nr)
{
	for (u32 i = 0; i < nr; i++)
		made[i] = (struct cpu){ .state = kinds[i] ? CPU_ONLINE : CPU_LEFT_OUT,
					.core_type = kinds[i] };
}

/* The set is these slots, -1 behind the last. */
static void expect(const int *slots)
{
	u32 nr = 0;

	while (slots[nr] >= 0 && nr < set.nr) {
		EXPECT_EQ(set.slots[nr], (u32)slots[nr]);
		nr++;
	}
	EXPECT_EQ(set.nr, nr);
	EXPECT_EQ(slots[nr], -1);
}

static void choose(const char *word, u32 nr, int error)
{
	EXPECT_EQ(cores_read(word, &set), 0);
	EXPECT_EQ(cores_choose(&set, made, nr), error);
}

TEST(bench_cores, one_kind_is_the_boot_cpu)
{
	make((const u64[]){ A72, A72, A72 }, 3);
	choose(NULL, 3, 0);
	expect((const int[]){ 0, -1 });
	EXPECT(!set.more);
}

TEST(bench_cores, the_first_of_each_kind)
{
	make((const u64[]){ A53, A53, A72, A53, X1, A72, X1 }, 7);
	choose("each", 7, 0);
	expect((const int[]){ 0, 2, 4, -1 });
	/* One whose first CPU did not come is measured on its second. */
	make((const u64[]){ A53, A53, 0, A53, 0, A72, X1 }, 7);
	choose("each", 7, 0);
	expect((const int[]){ 0, 5, 6, -1 });
	/* What firmware lists beyond those is not looked at. */
	choose("each", 5, 0);
	expect((const int[]){ 0, -1 });
}

/* Hybrid parts: one signature, told apart by what stands above it. */
TEST(bench_cores, one_signature_two_kinds)
{
	const u64 core = 0x40ull << 32 | 0x906a3, atom = 0x20ull << 32 | 0x906a3;

	make((const u64[]){ core, core, atom, atom }, 4);
	choose(NULL, 4, 0);
	expect((const int[]){ 0, 2, -1 });
}

TEST(bench_cores, too_many_kinds)
{
	u64 kinds[CORES_MAX + 2];

	for (u32 i = 0; i < ARRAY_SIZE(kinds); i++)
		kinds[i] = A53 + i;
	make(kinds, ARRAY_SIZE(kinds));
	choose("each", ARRAY_SIZE(kinds), 0);
	EXPECT_EQ(set.nr, CORES_MAX);
	EXPECT(set.more);
}

TEST(bench_cores, as_asked)
{
	make((const u64[]){ A53, A53, A72, 0 }, 4);
	choose("2,0", 4, 0);
	expect((const int[]){ 2, 0, -1 });
	choose("1", 4, 0);
	expect((const int[]){ 1, -1 });
	choose("0,3", 4, -EINVAL);
	choose("4", 4, -EINVAL);
}

TEST(bench_cores, refuses_what_is_no_list)
{
	static const char *const words[] = {
		"",	    ",",
		"0,",	    ",0",
		"0,,1",	    "0,0",
		"512",	    "-1",
		"x",	    "all",
		"0 ",	    "each,0",
		"00000000", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
	};

	for (u32 i = 0; i < ARRAY_SIZE(words); i++)
		EXPECT_EQ(cores_read(words[i], &set), -EINVAL);
	EXPECT_EQ(cores_read("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", &set), 0);
	EXPECT_EQ(set.nr, CORES_MAX);
}

/* Runs of several CPUs are planned for the first core alone. */
TEST(bench_cores, records_of_several)
{
	static struct plan plan;
	u32 shared = 0;

	memset(&plan, 0, sizeof(plan));
	EXPECT_EQ(plan_make(&plan), 0);
	for (u32 i = 0; i < plan.nr_runs; i++)
		shared += run_is_shared(&plan.runs[i]);
	EXPECT(shared && shared < plan.nr_runs);
	EXPECT_EQ(plan_nr_records(&plan, 1), plan.nr_runs);
	EXPECT_EQ(plan_nr_records(&plan, 3), 3 * plan.nr_runs - 2 * shared);
}

/* What this machine says of itself. */
TEST(bench_cores, kinds_are_those_of_the_idents)
{
	for (u32 i = 0; i < nr_cpus_found; i++)
		if (cpu_is_online(i) && cpus[i].ident == cpus[0].ident)
			EXPECT_EQ(cpus[i].core_type, cpus[0].core_type);
	EXPECT_EQ(cpus[smp_cpu()].core_type, arch_cpu_core_type());
}
