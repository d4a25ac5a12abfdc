// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_clock - time never goes back, a wait is not shorter than it says, and the interrupts of the
 * timer come when the counter says so: two clocks that were calibrated against each other at most
 * once. The instrument's self-test once more.
 *
 * Upper bounds are loose except under icount, since a host may stop a guest at any moment.
 */
#include <core/clock.h>
#include <core/env.h>
#include <core/smp.h>
#include <test/aid.h>
#include <test/test.h>

/* What two CPUs' counters may be apart, and reading them takes nothing away. */
#define SKEW_NS (100 * NS_PER_US)

TEST(clock, is_monotonic)
{
	u64 last = clock_ns(), last_ticks = arch_counter_read();

	for (u32 i = 0; i < 20000; i++) {
		u64 ns = clock_ns(), ticks = arch_counter_read();

		EXPECT(ns >= last && ticks >= last_ticks);
		last = ns;
		last_ticks = ticks;
	}
	EXPECT(last_ticks > 0);
}

/*
 * The division into seconds and the rest has a seam at each whole second; no step may be large
 * there.
 */
TEST(clock, delay)
{
	static const u64 delays[] = { 0, 1, NS_PER_US, 50 * NS_PER_US, 5 * NS_PER_MS };

	for (u32 i = 0; i < ARRAY_SIZE(delays); i++) {
		u64 start = clock_ns(), took;

		clock_delay_ns(delays[i]);
		took = clock_ns() - start;
		EXPECT(took >= delays[i]);
		EXPECT(took <
		       delays[i] + (env_counts_instructions() ? 10 * NS_PER_US : AID_BOUND_NS));
	}
}

static void read_clock(void *at)
{
	*(u64 *)at = clock_ns();
}

TEST(clock, is_the_same_on_every_cpu)
{
	u32 cpu = 0;

	do {
		u64 before = clock_ns(), there = 0;

		EXPECT_EQ(smp_call(cpu, read_clock, &there, AID_BOUND_NS), 0);
		EXPECT(there + SKEW_NS >= before && there <= clock_ns() + SKEW_NS);
		cpu = aid_next_cpu(cpu);
	} while (cpu);
}

TEST(clock, rate_is_plausible)
{
	const struct clock_desc *desc = clock_desc();
	u64 ns, outer, inner;

	if (!clock_is_known()) {
		SKIP("no clock source");
		return;
	}
	/* A host may stall between any two readings, so the clock's lie between the counter's. */
	outer = arch_counter_read();
	ns = clock_ns();
	inner = arch_counter_read();
	clock_delay_ns(20 * NS_PER_MS);
	inner = arch_counter_read() - inner;
	ns = clock_ns() - ns;
	outer = arch_counter_read() - outer;
	/* Within a tenth: the counter moves as fast as the clock says. */
	EXPECT(outer * 10 > desc->counter_hz / 1000 * (ns / NS_PER_US) / 1000 * 9);
	EXPECT(inner * 10 < desc->counter_hz / 1000 * (ns / NS_PER_US) / 1000 * 11);
}

TEST(env, instructions_are_counted_exactly)
{
	u64 none;

	if (!env_counts_instructions()) {
		SKIP("no instruction counter here");
		return;
	}
	none = arch_measure_nops(0);
	for (u32 i = 0; i < 20; i++) {
		EXPECT_EQ(arch_measure_nops(0), none);
		EXPECT_EQ(arch_measure_nops(1), none + 1);
		EXPECT_EQ(arch_measure_nops(10), none + 10);
		EXPECT_EQ(arch_measure_nops(100), none + 100);
	}
}
